// Carries out the window's keys and the commands of the application menu. Silent while a sheet is open,
// except for locking and for revoking everything.
import { useEffect } from 'react';
import { actions, runAction, type ActionName } from '../actions/actions.ts';
import { placeOf, type ActionPlace } from '../actions/action.ts';
import { actionWords } from '../i18n/en-actions.ts';
import { useApp, type AppServices } from '../state/app-context.tsx';
import { coveredDrop } from '../i18n/en-said.ts';
import { commandFor, isMac, type KeyCommand } from './key-map.ts';

export function takesText(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  return (
    element instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(element.type)
  );
}

/** What may be done over an open sheet: in an emergency nothing that is open stands in the way. */
const overSheets: ReadonlySet<string> = new Set<ActionName>(['lock', 'revoke_all']);

/** Something was dropped on the window: main knows what, and the sheet asks it to look there. */
function openDropped(app: AppServices): void {
  const { sheet } = app.window.current();
  if (sheet !== null && sheet.kind !== 'secretScan') return app.feedback.say(coveredDrop);
  app.window.show({ kind: 'secretScan', drops: (sheet?.drops ?? 0) + 1 });
}

/** A key about what is chosen in the list has no button that would say why it does nothing. */
function sayWhyNot(app: AppServices, name: ActionName, place: ActionPlace): void {
  const { group, title, refusal } = actions[name];
  const why = refusal?.(place) ?? null;
  if (why === null || (group !== 'credential' && group !== 'selection')) return;
  app.feedback.say(actionWords.refused(title, why));
}

/** Answers whether the command applied here. */
function carryOut(app: AppServices, command: KeyCommand): boolean {
  const place = placeOf(app);
  if (place === null) return false;
  const { warning } = place.view.autoLock;
  const covered = place.window.sheet !== null || warning;
  if (covered && !overSheets.has(command.kind)) return false;
  if (command.kind === 'revoke_all' && warning) return false;
  if (command.kind !== 'environment') {
    sayWhyNot(app, command.kind, place);
    // What is done over a sheet does not lead back to where that was opened from.
    if (covered) app.window.patch({ back: null });
    return runAction(app, command.kind);
  }
  const environment = place.view.environments[command.index];
  if (environment === undefined) return false;
  app.window.patch({
    filter: { kind: 'environment', environmentId: environment.id },
    pane: 'list',
  });
  return true;
}

export function useWindowKeys(): void {
  const app = useApp();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const at = document.activeElement;
      const command = commandFor(event, {
        inText: takesText(at),
        inListOrSidebar: Boolean(at?.closest('[data-pane="list"], [data-pane="sidebar"]')),
        several: (placeOf(app)?.marked.length ?? 0) > 1,
        mac: isMac(),
      });
      if (command !== null && carryOut(app, command)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    const stopMenu = app.onMenuCommand((command) => {
      if (command === 'dropped') return openDropped(app);
      // A menu's key may come after the same key in the page: what is open stays as it is.
      if (app.window.current().sheet?.kind !== command) carryOut(app, { kind: command });
    });
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      stopMenu();
    };
  }, [app]);
}
