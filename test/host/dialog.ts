// dialog: with a display a person answers in a window of the host's own; without one the answer is
// "cancelled" at once. Tests put their own functions in the place of these (test/support/dialogs.ts).
import type { Dialog, MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron';
import { runsHeadless } from './visibility.ts';
import { isSeenOver, whenAnswered } from './strict.ts';
import { askPerson } from './dialog-window.ts';
import { StandInWindow } from './window.ts';

type DialogPart = Pick<
  Dialog,
  'showMessageBox' | 'showOpenDialog' | 'showSaveDialog' | 'showErrorBox'
>;

type DialogOptions = MessageBoxOptions & OpenDialogOptions & SaveDialogOptions;

/** Every dialog takes its options last, with or without a window before them. */
const optionsOf = (args: readonly unknown[]): DialogOptions => args.at(-1) as DialogOptions;
const parentOf = ([first]: readonly unknown[]): StandInWindow | null =>
  first instanceof StandInWindow ? first : null;

const never = new Promise<never>(() => undefined);

/** The button a closed window stands for, found as Electron finds it. */
function cancelButton({ cancelId, buttons = [] }: MessageBoxOptions): number {
  const named = buttons.findIndex((label) => ['cancel', 'no'].includes(label.toLowerCase()));
  return cancelId ?? Math.max(0, named);
}

async function messageBox(options: MessageBoxOptions, parent: StandInWindow | null) {
  if (!isSeenOver(parent)) return await never;
  const cancel = cancelButton(options);
  const buttons = options.buttons?.length ? options.buttons : ['OK'];
  const { title, message, detail } = options;
  const answer = runsHeadless()
    ? null
    : await askPerson({ title, message, detail, buttons, defaultId: options.defaultId }, parent);
  return { response: answer?.button ?? cancel, checkboxChecked: options.checkboxChecked ?? false };
}

async function filePath(
  { title, message, buttonLabel, defaultPath }: OpenDialogOptions & SaveDialogOptions,
  verb: string,
  parent: StandInWindow | null,
): Promise<string | null> {
  if (!isSeenOver(parent)) return await never;
  if (runsHeadless()) return null;
  const answer = await askPerson(
    {
      title: title ?? verb,
      message: message ?? 'Type the full path of the file.',
      buttons: [buttonLabel ?? verb, 'Cancel'],
      defaultId: 0,
      path: defaultPath ?? '',
    },
    parent,
  );
  return answer?.button === 0 && answer.path ? answer.path : null;
}

export const dialog = {
  showMessageBox: async (...args: unknown[]) =>
    await whenAnswered(await messageBox(optionsOf(args), parentOf(args))),
  async showOpenDialog(...args: unknown[]) {
    const chosen = await whenAnswered(await filePath(optionsOf(args), 'Open', parentOf(args)));
    return { canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] };
  },
  async showSaveDialog(...args: unknown[]) {
    const chosen = await whenAnswered(await filePath(optionsOf(args), 'Save', parentOf(args)));
    return { canceled: chosen === null, filePath: chosen ?? '' };
  },
  showErrorBox(title: string, content: string) {
    console.error(`${title}: ${content}`);
    if (!runsHeadless())
      void askPerson({ title, message: title, detail: content, buttons: ['OK'] }, null);
  },
} satisfies DialogPart;
