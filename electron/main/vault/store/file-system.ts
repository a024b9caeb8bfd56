// Every file operation the vault makes, as a port: tests fail or kill at each of them. Operations
// reject with Node's errors (`code` is the errno's name); nothing here interprets them.

/** What the system says of a name. */
export interface FileFacts {
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  readonly size: number;
  /** Permission bits; 0o600 on systems without them. */
  readonly permissions: number;
  /** How many names the file has. */
  readonly links: number;
  /** Device and inode: equal for two names of one file. */
  readonly identity: string;
  readonly modifiedAtMs: number;
}

/** An open file. */
export interface OpenFile {
  /** Writes some of the bytes, from `offset` on, at the file's end; answers how many. */
  readonly write: (bytes: Uint8Array, offset: number) => Promise<number>;
  /** Reads into the whole of `target` from `position` on; answers how many bytes came. */
  readonly read: (target: Uint8Array, position: number) => Promise<number>;
  readonly facts: () => Promise<FileFacts>;
  /** Down to the medium: fsync, on macOS F_FULLFSYNC. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The file operations that a vault needs. Each rejects with an error whose `code` is the errno's name. */
export interface FileSystem {
  readonly platform: 'posix' | 'windows';
  /** With parents, 0700. Those it made are durable when it resolves. */
  readonly makeDirectory: (path: string) => Promise<void>;
  /** Facts of the name itself, not of what a link points to; null when there is none. */
  readonly facts: (path: string) => Promise<FileFacts | null>;
  readonly list: (directory: string) => Promise<readonly string[]>;
  /** Exclusive, 0600: fails where anything has that name. */
  readonly create: (path: string) => Promise<OpenFile>;
  /** For reading; follows no link and waits for no pipe. */
  readonly open: (path: string) => Promise<OpenFile>;
  readonly setPermissions: (path: string, permissions: number) => Promise<void>;
  readonly setModifiedTime: (path: string, atMs: number) => Promise<void>;
  readonly link: (existing: string, name: string) => Promise<void>;
  /** Replaces what has the new name, in one step. */
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly unlink: (path: string) => Promise<void>;
  /** Makes names durable. Windows has no such call: resolves at once there. */
  readonly syncDirectory: (path: string) => Promise<void>;
}
