// Calls about environments: which there are, how they are reached and whom they trust. Part of ipc-contract.ts.
import * as v from 'valibot';
import { confirmedCall, plainCall } from '../call-rows.ts';
import { failureView } from '../failures/failure.ts';
import { environmentId, id, line, nothing, text } from '../view-parts.ts';
import { MOST_ROTATION_DAYS } from '../health/secret-due.ts';
import { environmentKinds, proxyProtocols } from '../words.ts';
import { addressCheckView, authorityView } from './environment-view.ts';

/** As typed; main decides what it means. A password is never part of it. */
const proxyInput = v.variant('mode', [
  v.strictObject({ mode: v.picklist(['system', 'none']) }),
  v.strictObject({
    mode: v.literal('manual'),
    /** Absent: HTTP. */
    protocol: v.optional(v.picklist(proxyProtocols)),
    host: text(300),
    port: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999)),
    /** Null: the proxy is not signed in to. */
    userName: v.nullable(text(200)),
  }),
]);

const place = {
  kind: v.picklist(environmentKinds),
  baseUrl: text(4096),
  tradeUrl: text(4096),
};

/** The rows of the contract about environments. */
export const environmentCalls = {
  environmentCheckAddress: {
    input: v.strictObject({ address: text(4096) }),
    output: addressCheckView,
    effect: 'none',
  },
  environmentChooseAuthority: {
    input: nothing,
    output: v.union([authorityView, v.literal('cancelled')]),
    effect: 'none',
  },
  /**
   * A connection to each of its servers is made first, once the person has confirmed where it leads. Nothing is sent on
   * it. Where one fails nothing is added, unless `anyway` says so.
   */
  environmentAdd: {
    input: v.strictObject({
      name: line(1, 80),
      ...place,
      authorityHandle: v.nullable(id),
      /** Signed in to once it is there. */
      proxy: proxyInput,
      anyway: v.boolean(),
    }),
    output: v.union([
      v.strictObject({ environmentId: id }),
      v.strictObject({ unreached: failureView }),
      v.literal('cancelled'),
    ]),
    effect: 'places_secret',
    confirm: true,
  },
  environmentRemove: confirmedCall('forgets', { environmentId }),
  /**
   * Other addresses, or another kind. While a token of the old addresses may live nothing is changed: it would be
   * checked and revoked where it was never issued.
   */
  environmentPlaceSet: confirmedCall('places_secret', { environmentId, ...place }),
  /** Changes no address: what is asked about it names the host. */
  environmentRename: plainCall({ environmentId, name: line(1, 80) }),
  /** After so many days a client secret of it is to be replaced; null: no rule. Nothing happens by itself. */
  environmentRotationAgeSet: plainCall({
    environmentId,
    days: v.nullable(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_ROTATION_DAYS)),
    ),
  }),
  /**
   * Where the proxy is to be signed in to, main asks for its password in its own window: always where
   * the proxy or the name is another one, and where `askPassword` says so.
   */
  environmentProxySet: confirmedCall('places_secret', {
    environmentId,
    proxy: proxyInput,
    askPassword: v.boolean(),
  }),
  /** Null: none but those of the system. The file was chosen in main's dialog, by its handle. */
  environmentAuthoritySet: confirmedCall('places_secret', {
    environmentId,
    authorityHandle: v.nullable(id),
  }),
} as const;
