// Which wrong door an answer looks like. Every one of these answers has other causes too, which the words
// for it say; nothing here decides anything. Pure.
import type { WrongDoor } from '../../shared/diagnosis/diagnosis-view.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { AccessType } from '../../shared/words.ts';
import type { SeenHead } from '../gateway/call-target.ts';

const NOT_HERE = new Set([404, 405, 410]);
/** A body that cannot be read as what the endpoint takes. */
const OTHER_ENCODING = new Set([415, 422]);
const REFUSED = new Set([401, 403]);

/** An answer that is empty is no page, however it is labelled. */
const isPage = (head: SeenHead | undefined): boolean =>
  head?.contentType === 'html' && head.bodyBytes > 0;

/** Of a token request that brought none. */
export function doorsOfToken(
  accessType: AccessType,
  failure: Failure,
  head: SeenHead | undefined,
): readonly WrongDoor[] {
  const { code, facts = {} } = failure;
  const status = facts.status ?? 0;
  const doors: WrongDoor[] = [];
  const otherEncoding = accessType === 'trader' ? 'expects_json' : 'expects_form';
  if (isPage(head) || code === 'redirect_refused') doors.push('page_in_between');
  if (NOT_HERE.has(status)) doors.push('trading_host');
  if (OTHER_ENCODING.has(status) || facts.oauthError === 'invalid_request')
    doors.push(otherEncoding);
  if (code === 'invalid_scope') doors.push('scope_not_registered');
  if (head?.challenge === 'basic') doors.push('expects_basic');
  const isClientRefused = code === 'invalid_client' || code === 'unauthorized_client';
  const isPlainRefusal = code === 'http_error' && REFUSED.has(status);
  if (isClientRefused || (isPlainRefusal && !isPage(head))) {
    doors.push('other_access_type');
  }
  return doors;
}

/** Of who-am-I or positions with a token that was only just issued. */
export function doorsOfCheck(
  accessType: AccessType,
  status: number | null,
  head: SeenHead | undefined,
): readonly WrongDoor[] {
  const doors: WrongDoor[] = [];
  if (status === null) return doors;
  if (isPage(head)) doors.push('page_in_between');
  if (NOT_HERE.has(status) && accessType === 'trader') doors.push('main_host');
  return doors;
}
