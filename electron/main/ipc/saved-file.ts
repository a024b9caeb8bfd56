// The file that was written last where the person wanted it, so that it can be shown in its folder. The page asks
// for "the one just saved" and never learns its path; a lock forgets it.

export interface SavedFile {
  readonly note: (file: string) => void;
  /** False where nothing was saved. */
  readonly show: () => boolean;
  readonly forget: () => void;
}

export function createSavedFile(showInFolder: (file: string) => void): SavedFile {
  let last: string | null = null;
  return {
    note(file) {
      last = file;
    },
    show() {
      if (last !== null) showInFolder(last);
      return last !== null;
    },
    forget() {
      last = null;
    },
  };
}
