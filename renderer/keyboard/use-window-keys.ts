// Carries out the window's keys and the commands of the application menu. Silent while a sheet is open,
// except for locking.
import { useEffect } from 'react';
import type { AppView, CredentialView } from '../../electron/shared/views.ts';
import { copyText } from '../components/CopyButton.tsx';
import { said } from '../i18n/en-said.ts';
import { defaultScopes } from '../model/scope-choice.ts';
import { tokenFor } from '../model/token-standing.ts';
import { useApp, type AppServices } from '../state/app-context.tsx';
import { commandFor, type KeyCommand } from './key-map.ts';
import { focusPane, focusSearch } from './pane-focus.ts';

const isMac = (): boolean => navigator.userAgent.includes('Mac OS');

function takesText(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  return (
    element instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(element.type)
  );
}

/** Commands about the credential that is chosen. Answers whether one applied. */
function carryOutOn(credential: CredentialView, command: KeyCommand, app: AppServices): boolean {
  const { window: store, commands, feedback } = app;
  if (command.kind === 'get_or_renew') {
    const renewable = tokenFor(credential, 'renew');
    const scopes = defaultScopes(credential);
    if (renewable !== null) void commands.renew(credential, renewable);
    else if (scopes === null) store.open(credential.id);
    else void commands.getToken(credential, scopes);
    return true;
  }
  if (command.kind === 'copy_client_id') {
    void copyText(credential.clientId).then((copied) =>
      copied ? feedback.say(said.clientIdCopied) : undefined,
    );
    return true;
  }
  const can = { check: 'check', revoke: 'revoke', copy_token: 'copy' } as const;
  if (!(command.kind in can)) return false;
  const kind = command.kind as keyof typeof can;
  const token = tokenFor(credential, can[kind]);
  if (token === null) return false;
  if (kind === 'revoke') store.patch({ armedTokenId: token.id, pane: 'detail' });
  if (kind === 'copy_token') void commands.copyToken(credential, token);
  if (kind === 'check') {
    void commands.check(credential, token).then((report) => {
      if (report !== null) store.show({ kind: 'check_report', report });
    });
  }
  return true;
}

/** Answers whether the command applied here. */
function carryOut(command: KeyCommand, view: AppView, app: AppServices): boolean {
  const { window: store, commands } = app;
  const state = store.current();
  if (command.kind === 'lock') void commands.lock();
  else if (command.kind === 'search') focusSearch(store);
  else if (command.kind === 'pane') focusPane(store, command.step);
  else if (command.kind === 'new_credential') store.show({ kind: 'add_credential' });
  else if (command.kind === 'settings' || command.kind === 'shortcuts') {
    store.show({ kind: command.kind });
  } else if (command.kind === 'environment') {
    const environment = view.environments[command.index];
    if (environment === undefined) return false;
    store.patch({ filter: { kind: 'environment', environmentId: environment.id }, pane: 'list' });
  } else if (command.kind === 'close') {
    if (state.armedTokenId !== null) store.patch({ armedTokenId: null });
    else if (state.pane !== 'list') store.patch({ pane: 'list' });
    else return false;
  } else {
    const credential = view.credentials.find(({ id }) => id === state.selectedId);
    return credential !== undefined && carryOutOn(credential, command, app);
  }
  return true;
}

export function useWindowKeys(): void {
  const app = useApp();
  useEffect(() => {
    const run = (command: KeyCommand): boolean => {
      const view = app.views.current();
      if (view?.vault.state !== 'unlocked') return false;
      const covered = app.window.current().sheet !== null || view.autoLock.warning;
      if (covered && command.kind !== 'lock') return false;
      return carryOut(command, view, app);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const at = document.activeElement;
      const command = commandFor(event, {
        inText: takesText(at),
        inListOrSidebar: Boolean(at?.closest('[data-pane="list"], [data-pane="sidebar"]')),
        mac: isMac(),
      });
      if (command !== null && run(command)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    const stopMenu = app.commands.onMenuCommand((command) => {
      if (command === 'new_environment') {
        if (app.window.current().sheet === null) app.window.show({ kind: 'add_environment' });
      } else run({ kind: command });
    });
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      stopMenu();
    };
  }, [app]);
}
