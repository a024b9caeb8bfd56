// The errors with which Electron rejects loadURL: `ERR_ABORTED (-3) loading 'url'`.

const numbers: Readonly<Record<string, number>> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_NAME_NOT_RESOLVED: -105,
};

export interface LoadFailure extends Error {
  readonly code: string;
  readonly errno: number;
  readonly url: string;
}

export function loadFailure(code: string, url: string): LoadFailure {
  const errno = numbers[code] ?? -2;
  return Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { code, errno, url });
}
