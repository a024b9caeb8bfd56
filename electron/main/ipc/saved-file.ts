// The file that was written last where the person wanted it, so that it can be shown in its folder. The page asks
// for "the one just saved" and never learns its path; a lock forgets it.

export type SavedFile = ReturnType<typeof createSavedFile>;

export function createSavedFile(showInFolder: (file: string) => void) {
  let last: string | null = null;
  return {
    note(file: string): void {
      last = file;
    },
    /** False where nothing was saved. */
    show(): boolean {
      if (last !== null) showInFolder(last);
      return last !== null;
    },
    forget(): void {
      last = null;
    },
  };
}
