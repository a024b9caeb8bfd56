// Shows a file of ours in the system's file manager. SECURITY(S08): the only place that hands the system a path;
// main wrote the file itself, and nothing is opened or run.
import { shell } from 'electron';

export const showInFolder = (file: string): void => shell.showItemInFolder(file);
