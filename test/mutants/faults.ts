// Faults that somebody could make, as text replacements, each with the tests that must fail for it: where the
// modules meet Electron, and in what the app exists for. `npm run mutants` plants them one by one (R19).

/** One fault. `find` stands exactly once in `file`, and is replaced by `replace`. */
export interface Fault {
  /** What the app would do wrong. */
  readonly name: string;
  /** From the folder of the project. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Each must fail while the fault is planted: its file, and its full title, or what that begins with; empty for any of the file. */
  readonly caughtBy: readonly { readonly file: string; readonly title: string }[];
}

const main = 'electron/main';
const windows = 'test/unit/compose-windows.test.ts';
const entryWindow = 'test/unit/windows/entry-window.test.ts';
const entry = 'test/unit/index.test.ts';
const dialogs = 'test/unit/platform/native-dialogs.test.ts';

export const faults: readonly Fault[] = [
  {
    name: 'the session of the app window is not locked down',
    file: `${main}/compose-windows.ts`,
    find: '  lockDownSession(session.defaultSession);\n',
    replace: '',
    caughtBy: [
      { file: windows, title: 'the default session denies every permission' },
      { file: windows, title: 'the default session downloads nothing' },
    ],
  },
  {
    name: 'the session of the entry window is not locked down',
    file: `${main}/windows/entry-window.ts`,
    find: '      lockDownSession(own);\n',
    replace: '',
    caughtBy: [
      { file: windows, title: 'the session entry denies every permission' },
      { file: windows, title: 'the session entry downloads nothing' },
    ],
  },
  {
    name: 'the app window is not kept out of screenshots',
    file: `${main}/windows/app-window.ts`,
    find: '    protect();\n',
    replace: '',
    caughtBy: [{ file: windows, title: 'the two windows are both kept out of screenshots' }],
  },
  {
    name: 'the app window does not follow what the person chose about screenshots',
    file: `${main}/windows/app-window.ts`,
    find: 'setContentProtection(ports.contentProtection())',
    replace: 'setContentProtection(true)',
    caughtBy: [
      {
        file: 'test/unit/windows/app-window-made.test.ts',
        title: 'the app window follows a change of that choice',
      },
    ],
  },
  {
    name: 'the entry window is not kept out of screenshots',
    file: `${main}/windows/entry-window.ts`,
    find: '    window.setContentProtection(true);\n',
    replace: '',
    caughtBy: [{ file: windows, title: 'the two windows are both kept out of screenshots' }],
  },
  {
    name: 'the question of the entry window is told to any sender',
    file: `${main}/windows/entry-window.ts`,
    find: 'if (reason !== null || asking === null) {',
    replace: 'if (asking === null) {',
    caughtBy: [
      { file: entryWindow, title: 'the entry window tells another window nothing' },
      { file: entryWindow, title: 'the entry window tells a subframe nothing' },
    ],
  },
  {
    name: 'a secret is taken from any sender',
    file: `${main}/windows/entry-window.ts`,
    find: "    if (!mayTell(event, 'submit')) return secret?.wipe();\n",
    replace: '',
    caughtBy: [
      { file: entryWindow, title: 'the entry window takes no secret from another window' },
      { file: entryWindow, title: 'the entry window takes no secret from a subframe' },
    ],
  },
  {
    name: 'any sender closes the entry window',
    file: `${main}/windows/entry-window.ts`,
    find: "if (mayTell(event, 'cancel')) asking?.end();",
    replace: 'asking?.end();',
    caughtBy: [{ file: entryWindow, title: 'the entry window is not closed by' }],
  },
  {
    name: 'what no person made keeps a question over a locked vault open',
    file: `${main}/windows/entry-window.ts`,
    find: 'if (ports.heard(type)) idle?.used();',
    replace: 'ports.heard(type);\n      idle?.used();',
    caughtBy: [
      {
        file: entryWindow,
        title: 'the entry window over a locked vault is kept open by nothing that a page makes',
      },
    ],
  },
  {
    name: 'input to the entry window lets the app page answer the warning before a lock',
    file: `${main}/protection/real-input.ts`,
    find: '      if (isByPerson) use();\n',
    replace:
      '      if (isByPerson) {\n        heardMs = clock.monotonicMs();\n        use();\n      }\n',
    caughtBy: [
      {
        file: 'test/unit/protection/real-input.test.ts',
        title: 'real input to the entry window answers for no call of the app page',
      },
    ],
  },
  {
    name: 'a lock leaves the keys of the history in memory',
    file: `${main}/session/lock-steps.ts`,
    find: '    step(() => ports.wipe(noted));\n',
    replace: '',
    caughtBy: [{ file: 'test/unit/session/vault-session.test.ts', title: '' }],
  },
  {
    name: 'a server that sends each byte alone is read without a limit',
    file: `${main}/gateway/connections/paced-reads.ts`,
    find: ' || pieces >= PIECES_IN_A_TURN',
    replace: '',
    caughtBy: [
      {
        file: 'test/unit/gateway/connections/paced-reads.test.ts',
        title: 'a paced connection that sends each byte alone',
      },
    ],
  },
  {
    name: 'a text that repeats itself is told of for each of its letters',
    file: `${main}/secret-scan/rolling-hash-matcher.ts`,
    find: ' || (each.scan === scans && start < each.end)',
    replace: '',
    caughtBy: [
      {
        file: 'test/unit/secret-scan/rolling-hash-matcher.test.ts',
        title: 'the matcher tells of a text of one letter once',
      },
    ],
  },
  {
    name: 'the history is written with a secret in it',
    file: `${main}/history/history-handlers.ts`,
    find: '      if (!clean.ok) return clean;\n',
    replace: '',
    caughtBy: [
      {
        file: 'test/unit/history/history-handlers.test.ts',
        title: 'exporting the history writes nothing as json_lines where a label held a secret',
      },
      {
        file: 'test/unit/history/history-handlers.test.ts',
        title: 'exporting the history writes nothing where a secret could not be compared',
      },
    ],
  },
  {
    name: 'an inventory is written with a secret in it',
    file: `${main}/import-export/import-export-handlers.ts`,
    find: '      const clean = await checkExport(session, still.value.texts, [parts]);\n      if (!clean.ok) return clean;\n',
    replace: '',
    caughtBy: [
      {
        file: 'test/unit/import-export/import-export-handlers.test.ts',
        title: 'the inventory as csv is not written with a client secret in it',
      },
      {
        file: 'test/unit/import-export/import-export-handlers.test.ts',
        title: 'the inventory as json is not written with a token in it',
      },
    ],
  },
  {
    name: 'main asks about a copy as if copying were allowed',
    file: `${main}/tokens/token-handlers.ts`,
    find: 'label, settings.current().copyTokens)',
    replace: 'label, true)',
    caughtBy: [
      {
        file: 'test/unit/tokens/token-handlers.test.ts',
        title: 'copying a token that is switched off asks',
      },
    ],
  },
  {
    name: 'a token counts as sent when its answer came',
    file: `${main}/tokens/issuance/minting.ts`,
    find: '  sentAtMs: issued.facts.sentAtMs,\n',
    replace: '  sentAtMs: Date.now(),\n',
    caughtBy: [
      {
        file: 'test/unit/tokens/issuance/token-requests.test.ts',
        title: 'a token request counts expiry from the moment it was sent (case 111)',
      },
    ],
  },
  {
    name: 'a call counts as sent when its answer came',
    file: `${main}/gateway/requests/guarded-request.ts`,
    find: '  const timing = { sentAtMs, sentMonotonicMs, sent: true,',
    replace: '  const timing = { sentAtMs: clock.nowMs(), sentMonotonicMs, sent: true,',
    caughtBy: [
      { file: 'test/gateway/token-response.test.ts', title: 'a token answer case 12: a valid one' },
    ],
  },
  {
    name: 'the sandbox of renderers is not asked for',
    file: `${main}/index.ts`,
    find: 'app.enableSandbox();\n',
    replace: '',
    caughtBy: [{ file: entry, title: 'the entry asks for the sandbox' }],
  },
  {
    name: 'the privileges of the scheme are given once the app is ready',
    file: `${main}/index.ts`,
    find: 'registerScheme();\n',
    replace: 'void app.whenReady().then(registerScheme);\n',
    caughtBy: [{ file: entry, title: 'the entry asks for the sandbox, the scheme' }],
  },
  {
    name: 'no contents are watched for leaving their page',
    file: `${main}/index.ts`,
    find: 'lockDownContents(app);\n',
    replace: '',
    caughtBy: [
      { file: entry, title: 'the entry lets no contents that are ever made leave' },
      { file: entry, title: 'the entry lets no contents open a window' },
      { file: entry, title: 'the entry offers no client certificate' },
    ],
  },
  {
    name: 'two starts run on one profile',
    file: `${main}/index.ts`,
    find: '  if (app.requestSingleInstanceLock()) void start();\n  else app.quit();',
    replace: '  app.requestSingleInstanceLock();\n  void start();',
    caughtBy: [{ file: entry, title: 'a start beside a running one ends' }],
  },
  {
    name: 'a packaged app starts with a switch that weakens it',
    file: `${main}/index.ts`,
    find: '  app.exit(1);\n',
    replace: '',
    caughtBy: [{ file: entry, title: 'a start with a switch that weakens a packaged app' }],
  },
  {
    name: 'permissions are denied when asked for and granted when checked',
    file: `${main}/windows/lockdown.ts`,
    find: 'session.setPermissionCheckHandler(() => false);',
    replace: 'session.setPermissionCheckHandler(() => true);',
    caughtBy: [
      { file: windows, title: 'the default session denies every permission' },
      { file: windows, title: 'the session entry denies every permission' },
    ],
  },
  {
    name: 'a page is given a device',
    file: `${main}/windows/lockdown.ts`,
    find: '  session.setDevicePermissionHandler(() => false);\n',
    replace: '  session.setDevicePermissionHandler(() => true);\n',
    caughtBy: [{ file: windows, title: 'the default session denies every permission' }],
  },
  {
    name: 'a frame within a page may navigate',
    file: `${main}/windows/lockdown.ts`,
    find: "  contents.on('will-frame-navigate', (event) => event.preventDefault());\n",
    replace: '',
    caughtBy: [{ file: entry, title: 'the entry lets no contents that are ever made leave' }],
  },
  {
    name: 'a page may attach a webview',
    file: `${main}/windows/lockdown.ts`,
    find: "  contents.on('will-attach-webview', (event) => event.preventDefault());\n",
    replace: '',
    caughtBy: [{ file: entry, title: 'the entry lets no contents that are ever made leave' }],
  },
  {
    name: 'the entry window lives in the session of the app window',
    file: `${main}/windows/entry-window.ts`,
    find: 'webPreferences: webPreferences(ports.preload, PARTITION),',
    replace: 'webPreferences: webPreferences(ports.preload),',
    caughtBy: [{ file: windows, title: 'the two windows live in two sessions' }],
  },
  {
    name: 'the session of the entry window is kept on the disk',
    file: `${main}/windows/entry-window.ts`,
    find: "const PARTITION = 'entry';",
    replace: "const PARTITION = 'persist:entry';",
    caughtBy: [{ file: windows, title: 'the two windows live in two sessions' }],
  },
  {
    name: 'what the entry page stored is not cleared',
    file: `${main}/windows/entry-window.ts`,
    find: '        void storage.clearStorageData().catch(() => undefined);\n',
    replace: '',
    caughtBy: [{ file: entryWindow, title: 'the entry window clears what its session' }],
  },
  {
    name: 'pages run without a sandbox of their own',
    file: `${main}/windows/web-preferences.ts`,
    find: '    sandbox: true,\n',
    replace: '    sandbox: false,\n',
    caughtBy: [
      { file: windows, title: 'the two windows run their page in the sandbox' },
      { file: 'test/security/s30-developer-tools.test.ts', title: 'the preferences of a window' },
    ],
  },
  {
    name: 'the scheme bypasses the content policy',
    file: `${main}/windows/page-scheme.ts`,
    find: 'bypassCSP: false',
    replace: 'bypassCSP: true',
    caughtBy: [
      { file: 'test/unit/windows/page-scheme.test.ts', title: 'the page scheme is registered' },
    ],
  },
  {
    name: 'pages are served without the content policy',
    file: `${main}/windows/page-files.ts`,
    find: "  'content-security-policy': CONTENT_SECURITY_POLICY,\n",
    replace: '',
    caughtBy: [
      { file: windows, title: 'the default session serves the pages of the app' },
      { file: windows, title: 'the session entry serves the pages of the app' },
    ],
  },
  {
    name: 'every frame counts as the main frame',
    file: `${main}/platform/electron-ipc.ts`,
    find: 'isMainFrame: frame.parent === null',
    replace: 'isMainFrame: true',
    caughtBy: [
      {
        file: 'test/unit/platform/electron-ipc.test.ts',
        title: 'a message of a window of a frame within the page',
      },
      { file: entryWindow, title: 'the entry window tells a subframe nothing' },
    ],
  },
  {
    name: 'Enter deletes',
    file: `${main}/platform/native-dialogs.ts`,
    find: 'defaultId: inHurry ? 0 : choices.length',
    replace: 'defaultId: 0',
    caughtBy: [{ file: dialogs, title: '' }],
  },
  {
    name: 'Escape says yes',
    file: `${main}/platform/native-dialogs.ts`,
    find: 'cancelId: choices.length',
    replace: 'cancelId: 0',
    caughtBy: [{ file: dialogs, title: 'a question of one choice has Cancel under Enter' }],
  },
  {
    name: 'a dialog that was cancelled still gives a file',
    file: `${main}/platform/native-dialogs.ts`,
    find: 'return canceled ? null : (filePaths[0] ?? null);',
    replace: 'return filePaths[0] ?? null;',
    caughtBy: [{ file: dialogs, title: 'a native dialog answers with nothing where it is' }],
  },
  {
    name: 'a token is copied without the hints for clipboard histories',
    file: `${main}/platform/native-clipboard.ts`,
    find: 'await clipboard.write([new ClipboardItem(concealed(text, process.platform))]);',
    replace: 'await clipboard.writeText(text);',
    caughtBy: [
      {
        file: 'test/unit/platform/native-clipboard.test.ts',
        title: 'the clipboard is given a text with the hints',
      },
    ],
  },
  {
    name: 'clearing the clipboard does nothing',
    file: `${main}/platform/native-clipboard.ts`,
    find: '  clear: () => clipboard.clear(),\n',
    replace: '  clear: () => undefined,\n',
    caughtBy: [
      {
        file: 'test/unit/platform/native-clipboard.test.ts',
        title: 'the clipboard is read and cleared',
      },
    ],
  },
  {
    name: 'the channel of electron-store stays open',
    file: `${main}/platform/settings.ts`,
    find: "  ipcMain.removeAllListeners('electron-store-get-data');\n",
    replace: '',
    caughtBy: [
      {
        file: 'test/unit/platform/settings.test.ts',
        title: 'the preferences leave no channel of electron-store open',
      },
    ],
  },
  {
    name: 'the menu of Electron stays, with its developer tools',
    file: `${main}/windows/menu.ts`,
    find: '  Menu.setApplicationMenu(menu);\n',
    replace: '',
    caughtBy: [
      { file: 'test/unit/windows/menu.test.ts', title: 'the application menu is set in the place' },
      { file: 'test/unit/compose.test.ts', title: 'the composed app has its own menu' },
    ],
  },
  {
    name: 'the tray offers to lock what is locked',
    file: `${main}/windows/tray.ts`,
    find: "enabled: face.vault === 'unlocked', click: ports.lock",
    replace: 'enabled: true, click: ports.lock',
    caughtBy: [{ file: 'test/unit/windows/tray.test.ts', title: 'the tray over a locked vault' }],
  },
  {
    name: 'a machine that goes to sleep locks nothing',
    file: `${main}/platform/power-events.ts`,
    find: "onSuspend: (listener) => void monitor.on('suspend', listener)",
    replace: "onSuspend: (listener) => void monitor.on('resume', listener)",
    caughtBy: [
      { file: 'test/unit/compose.test.ts', title: 'the composed app, used locks as the machine' },
    ],
  },
  {
    name: 'a half typed passphrase stays while nobody is there',
    file: `${main}/compose.ts`,
    find: '[power.onSuspend, power.onScreenLocked]) whenLeft(entry.dismiss)',
    replace: '[power.onSuspend]) whenLeft(entry.dismiss)',
    caughtBy: [
      {
        file: 'test/unit/compose.test.ts',
        title: 'the composed app, used dismisses a half typed secret at lock-screen',
      },
    ],
  },
  {
    name: 'the page keeps what it shows when the vault locks',
    file: `${main}/compose-lifecycle.ts`,
    find: '      parts.appWindow.reload();\n',
    replace: '',
    caughtBy: [
      { file: 'test/unit/compose.test.ts', title: 'the composed app, used locks as the machine' },
    ],
  },
  {
    name: 'the bridge hands the event of Electron to the page',
    file: 'electron/preload/app.ts',
    find: 'const relay = (_event: unknown, payload: unknown): void => take(payload);',
    replace:
      'const relay = (...given: unknown[]): void => (take as (...all: unknown[]) => void)(...given);',
    caughtBy: [
      { file: 'test/unit/preload/app.test.ts', title: 'the bridge of the app window hands on of' },
    ],
  },
  {
    name: 'the preload of the entry window keeps the typed bytes',
    file: 'electron/preload/secret-entry.ts',
    find: '    bytes.fill(0);\n',
    replace: '',
    caughtBy: [
      {
        file: 'test/unit/preload/secret-entry.test.ts',
        title: 'the bridge of the entry window sends the bytes once',
      },
    ],
  },
  {
    name: 'a token stays on the clipboard when the vault locks',
    file: `${main}/compose-lifecycle.ts`,
    find: 'const cleared = parts.tokenClipboard.clear();',
    replace: 'const cleared = Promise.resolve();',
    caughtBy: [
      { file: 'test/unit/compose.test.ts', title: 'the composed app, used locks as the machine' },
    ],
  },
  {
    name: 'a page that emptied itself is listened to',
    file: `${main}/ipc/sender-policy.ts`,
    find: '  return addressRefusal(sender.frame.url, window.pageUrl);',
    replace:
      "  return sender.frame.url === 'about:blank' ? null : addressRefusal(sender.frame.url, window.pageUrl);",
    caughtBy: [{ file: 'test/security/s03-sender.test.ts', title: '' }],
  },
  {
    name: 'the header of a vault file is not authenticated',
    file: `${main}/vault/format/file.ts`,
    find: '  return equalBytes(keys.headerMac(authenticated), headerMac);',
    replace: '  return keys.headerMac(authenticated).length === headerMac.length;',
    caughtBy: [
      {
        file: 'test/security/s23-damaged-store.test.ts',
        title: 'a damaged vault is not opened by a header of its own from before',
      },
    ],
  },
  {
    name: 'revocations leave one at a time, each behind those that hang',
    file: `${main}/tokens/revocation/revocation-scheduler.ts`,
    find: 'width: () => warmWidth(id) ?? WIDTH',
    replace: 'width: () => 1',
    caughtBy: [
      {
        file: 'test/reliability/revocation-run.test.ts',
        title: 'a run over 500 tokens against a server in trouble attempts every token',
      },
    ],
  },
  {
    name: 'a 401 of a sign-in wall counts as a refusal of the token',
    file: `${main}/domain/answer-evidence.ts`,
    find: "if ((status !== 401 && status !== 403) || about === 'elsewhere') return",
    replace: 'if (status !== 401 && status !== 403) return',
    caughtBy: [{ file: 'test/unit/domain/answer-evidence.test.ts', title: '' }],
  },
  {
    name: 'a token is confirmed dead before the propagation window is over',
    file: `${main}/domain/death-proof.ts`,
    find: 'refusals >= REFUSALS_NEEDED && waitLeftMs(window) <= 0',
    replace: 'refusals >= REFUSALS_NEEDED',
    caughtBy: [{ file: 'test/unit/tokens/revocation/revocations.test.ts', title: '' }],
  },
  {
    name: 'a refused token counts as dead',
    file: `${main}/domain/token-evidence.ts`,
    find: 'return !isProvenDead(token) &&',
    replace: 'return !isProvenDead(token) && !isRefused(token) &&',
    caughtBy: [{ file: 'test/unit/tokens/revocation/refused-token.test.ts', title: '' }],
  },
  {
    name: 'all clients share one turn in a revocation run',
    file: `${main}/tokens/revocation/revocation-scheduler.ts`,
    find: 'group: credential.clientId',
    replace: "group: ''",
    caughtBy: [{ file: 'test/unit/tokens/revocation/revocation-scheduler.test.ts', title: '' }],
  },
  {
    name: 'a 503 to a token request counts as nothing issued',
    file: `${main}/tokens/issuance/minting.ts`,
    find: 'const unseen = failure.possiblyDone;',
    replace: 'const unseen = failure.possiblyDone && failure.facts.status !== 503;',
    caughtBy: [{ file: 'test/unit/tokens/issuance/token-requests.test.ts', title: '' }],
  },
  {
    name: 'a token that repeats the secret is used',
    file: `${main}/gateway/responses/token-response.ts`,
    find: "return 'repeats_secret'",
    replace: 'return null',
    caughtBy: [{ file: 'test/gateway/token-response.test.ts', title: '' }],
  },
  {
    name: 'a certificate that is no authority is trusted',
    file: `${main}/secret-input/authority-file.ts`,
    find: '!new X509Certificate(pem).ca',
    replace: 'false',
    caughtBy: [{ file: 'test/unit/secret-input/authority-file.test.ts', title: '' }],
  },
  {
    name: 'connections of a burst are kept when the trust changed',
    file: `${main}/tokens/revocation/connection-prewarm.ts`,
    find: '!isDeepStrictEqual(open.target, target)) {',
    replace: 'open.target.baseUrl !== target.baseUrl) {',
    caughtBy: [{ file: 'test/unit/tokens/revocation/connection-prewarm.test.ts', title: '' }],
  },
  {
    name: 'a connection that ran into a time limit is used again',
    file: `${main}/gateway/connections/http2-connection.ts`,
    find: 'if (code !== null && isTimeLimit(code)) endSoon();',
    replace: '',
    caughtBy: [{ file: 'test/gateway/burst-h2.test.ts', title: '' }],
  },
  {
    name: 'names of members are shown as the server wrote them',
    file: `${main}/tokens/checks/answer-tree.ts`,
    find: 'rawKey !== clientId && looksLikeCredential(rawKey)',
    replace: 'false',
    caughtBy: [{ file: 'test/unit/tokens/checks/answer-tree.test.ts', title: '' }],
  },
  {
    name: 'a save that loses its keys writes zeros over the vault',
    file: `${main}/vault/store/vault-core.ts`,
    find: "    if (under.wiped()) return fail({ code: 'vault_locked' });\n",
    replace: '',
    caughtBy: [{ file: 'test/unit/vault/store/vault-lock.test.ts', title: '' }],
  },
  {
    name: 'an answer given at once counts',
    file: `${main}/secret-input/question-queue.ts`,
    find: "clock.monotonicMs() - shownMs < STANDS_BEFORE_MS ? 'too_soon' : answer",
    replace: 'answer',
    caughtBy: [{ file: 'test/unit/secret-input/question-queue.test.ts', title: '' }],
  },
  {
    name: 'a page may revoke in a loop unasked',
    file: `${main}/tokens/token-questions.ts`,
    find: 'used >= UNASKED_REVOCATIONS',
    replace: 'used < 0',
    caughtBy: [{ file: 'test/security/s28-confirmed-calls.test.ts', title: '' }],
  },
  {
    name: 'a vault that is being opened keeps its keys through a lock',
    file: `${main}/session/vault-session.ts`,
    find: '    vault.lockNow();\n    opened = null;',
    replace: '    opened = null;',
    caughtBy: [
      {
        file: 'test/unit/session/vault-session.test.ts',
        title:
          'the vault session wipes the keys at once where a lock comes while the session is being opened',
      },
    ],
  },
  {
    name: 'a lock after the last answer is lost',
    file: `${main}/session/vault-session.ts`,
    find: 'ended || (locksAtAnswer !== null && locks > locksAtAnswer)',
    replace: 'ended',
    caughtBy: [
      {
        file: 'test/unit/session/vault-session.test.ts',
        title: 'the vault session opens nothing where a lock comes after the last answer',
      },
    ],
  },
  {
    name: 'a page opens the vault with the keystore by itself',
    file: `${main}/unlock/unlock-handlers.ts`,
    find: 'realInput.isPressed() ? null : OPEN_IT',
    replace: 'null',
    caughtBy: [{ file: 'test/security/s28-confirmed-calls.test.ts', title: '' }],
  },
  {
    name: "a lock leaves the vault's keys in memory",
    file: `${main}/session/lock-steps.ts`,
    find: '  step(vault.lockNow);\n',
    replace: '',
    caughtBy: [{ file: 'test/unit/session/vault-session.test.ts', title: '' }],
  },
  {
    name: 'a machine goes to sleep with the keys of a lock that waits',
    file: `${main}/session/lock-steps.ts`,
    find: '    if (atOnce) hurry();\n',
    replace: '',
    caughtBy: [{ file: 'test/security/s38-sleep.test.ts', title: '' }],
  },
  {
    name: 'a session that fails as it ends keeps its keys',
    file: `${main}/session/lock-steps.ts`,
    find: '  step(open.closeNow);\n',
    replace: '  open.closeNow();\n',
    caughtBy: [
      {
        file: 'test/unit/session/lock-steps.test.ts',
        title: 'a lock in which something throws runs every other part where',
      },
    ],
  },
  {
    name: 'nothing is revoked while the wall clock is ahead',
    file: `${main}/tokens/revocation/revocation-scheduler.ts`,
    find: 'if (session.expiries.isTimeUp(token)) return',
    replace: 'if ((session.expiries.remainingMs(token) ?? 1) <= 0) return',
    caughtBy: [
      {
        file: 'test/unit/revoke-all/revocation-runs.test.ts',
        title: 'a stop run on a machine whose wall clock is a day ahead sends',
      },
    ],
  },
  {
    name: 'a token is asked for with a credential that was deleted',
    file: `${main}/tokens/issuance/minting.ts`,
    find: 'contents: (now) => (hasCredential(now, credential.id) ? intent(now) : now),',
    replace: 'contents: intent,',
    caughtBy: [
      {
        file: 'test/unit/credentials/credentials.test.ts',
        title: 'a credential deleted in the moment in which a token is asked for gets none',
      },
    ],
  },
  {
    name: 'a check that shows something after a proof has ended begins none',
    file: `${main}/session/session-services.ts`,
    find: '    services.verifications.reevaluate,\n',
    replace: '',
    caughtBy: [
      {
        file: 'test/unit/tokens/checks/verification-life.test.ts',
        title: 'a token of which no call was seen to take it is asked about again',
      },
    ],
  },
  {
    name: 'the page of a firewall proves that an old secret is worthless',
    file: `${main}/incident/old-secret.ts`,
    find: "code === 'http_error' && about === undefined && oauthError",
    replace: "code === 'http_error' && oauthError",
    caughtBy: [
      {
        file: 'test/unit/incident/old-secret.test.ts',
        title: 'an old secret that is answered with a page and 401',
      },
    ],
  },
  {
    name: "a proxy's words are shown",
    file: `${main}/gateway/connections/proxy-tunnel.ts`,
    find: 'const said = String(status);',
    replace: "const said = head.toString('latin1');",
    caughtBy: [{ file: 'test/security/s32-proxy-words.test.ts', title: '' }],
  },
  {
    name: 'a variable that names a native module stays',
    file: `${main}/platform/launch-guard.ts`,
    find: 'known.startsWith(REMOVED_BEGINNING)',
    replace: "known.startsWith('!')",
    caughtBy: [{ file: 'test/security/s18-launch-guard.test.ts', title: '' }],
  },
  {
    name: 'a wall that began since is taken for a death',
    file: `${main}/domain/answer-evidence.ts`,
    find: 'return control.isTaken && control.way === way\n',
    replace: 'return true\n',
    caughtBy: [
      {
        file: 'test/unit/tokens/checks/verification.test.ts',
        title: 'a proof of death is not made where a wall began since',
      },
      {
        file: 'test/integration/odd-refusals-in-practice.test.ts',
        title: 'a revoked token that works, beside another',
      },
    ],
  },
  {
    name: 'a refusal that saw no token counts as a change',
    file: `${main}/domain/answer-evidence.ts`,
    find: "return about === 'nothing' && baselines",
    replace: 'return baselines',
    caughtBy: [
      {
        file: 'test/unit/domain/answer-evidence.test.ts',
        title: 'a refusal that saw no token is no change',
      },
    ],
  },
  {
    name: 'not active counts without a before',
    file: `${main}/domain/answer-evidence.ts`,
    find: "check.outcome === 'refused' || !baselines.some((each) => each.way === way)",
    replace: "check.outcome === 'refused'",
    caughtBy: [
      {
        file: 'test/unit/domain/answer-evidence.test.ts',
        title: 'introspection that never said active',
      },
    ],
  },
  {
    name: 'a second revocation takes over the window of the first',
    file: `${main}/tokens/ledger/expiry-book.ts`,
    find: 'if (moment?.atMs !== atMs) moment =',
    replace: 'if (moment === undefined) moment =',
    caughtBy: [
      {
        file: 'test/unit/tokens/checks/verification.test.ts',
        title: 'a token that works although its revocation was accepted has a propagation window',
      },
    ],
  },
  {
    name: 'a token that works after its revocation is not revoked again',
    file: `${main}/revoke-all/revocation-plan.ts`,
    find: '|| outlivesRevocation(token)) {',
    replace: ') {',
    caughtBy: [
      {
        file: 'test/unit/tokens/checks/verification.test.ts',
        title: 'a token that works although its revocation was accepted is revoked again',
      },
    ],
  },
  {
    name: 'an expired token that nobody replaced is let go of',
    file: `${main}/tokens/ledger/housekeeping.ts`,
    find: ' && isUnreplaced(session, before, token));',
    replace: ' && false);',
    caughtBy: [
      {
        file: 'test/unit/tokens/ledger/housekeeping.test.ts',
        title: 'a token that expired without a successor keeps its row',
      },
    ],
  },
  {
    name: 'the code of a challenge is masked before it is understood',
    file: `${main}/gateway/redaction/answer-filter.ts`,
    find: '    if (redactRepeats(bytes, live) && came !== null) keepCodes(came, bytes);\n',
    replace: '    redactRepeats(bytes, live);\n',
    caughtBy: [{ file: 'test/gateway/bearer-challenge.test.ts', title: '' }],
  },
  {
    name: 'a token is over in the moment in which our clock says so',
    file: `${main}/domain/token-evidence.ts`,
    find: 'mostRemainingMs <= -EXPIRY_MARGIN_MS',
    replace: 'mostRemainingMs <= 0',
    caughtBy: [{ file: 'test/unit/domain/token-evidence.test.ts', title: '' }],
  },
  {
    name: 'a 403 counts as a refusal of the token',
    file: `${main}/domain/answer-evidence.ts`,
    find: "if (status === 403) return { outcome: 'forbidden' };",
    replace: "if (status === 403) return { outcome: 'refused', evidence: 'named' };",
    caughtBy: [{ file: 'test/unit/domain/answer-evidence.test.ts', title: '' }],
  },
  {
    name: 'a proof of death outlives a call that takes the token',
    file: `${main}/domain/death-proof.ts`,
    find: 'if (takes(check)) return { ...withNoRefusals(proof), verifiedAtMs: null };',
    replace: 'if (takes(check)) return proof;',
    caughtBy: [
      {
        file: 'test/unit/tokens/checks/token-checks.test.ts',
        title: 'a token that was proven dead and works',
      },
    ],
  },
  {
    name: 'a request that came too late at the server ends a revocation',
    file: `${main}/tokens/revocation/revocation-attempts.ts`,
    find: 'new Set([408, 421, 425, 429])',
    replace: 'new Set([421, 425, 429])',
    caughtBy: [{ file: 'test/unit/tokens/revocation/revocation-attempts.test.ts', title: '' }],
  },
  {
    name: 'a long page is searched without letting the event loop turn',
    file: `${main}/secret-scan/secret-scan.ts`,
    find: '        readings.push(reading);\n        await pace.yieldToLoop();\n',
    replace: '        readings.push(reading);\n',
    caughtBy: [
      {
        file: 'test/unit/secret-scan/secret-scan.test.ts',
        title: 'the search before evidence is written lets the event loop turn',
      },
    ],
  },
  {
    name: 'a list as long as somebody chose is merged in one go',
    file: `${main}/secret-scan/sliced-sort.ts`,
    find: '        if (at % SLICE === 0) await pace.yieldToLoop();\n',
    replace: '',
    caughtBy: [{ file: 'test/unit/secret-scan/sliced-sort.test.ts', title: '' }],
  },
  {
    name: 'a token whose program ended as the vault locked is forgotten',
    file: `${main}/hand-out/due-revocations.ts`,
    find: 'if (token === null) return isLocked;',
    replace: 'if (token === null) return false;',
    caughtBy: [{ file: 'test/unit/hand-out/hand-outs.test.ts', title: 'a token that a program' }],
  },
  {
    name: 'a token that comes as the vault locks is given to its program',
    file: `${main}/hand-out/hand-outs.ts`,
    find: '      if (!isOpen(open.value)) {\n',
    replace: '      if (order.forSeconds === -1) {\n',
    caughtBy: [{ file: 'test/unit/hand-out/hand-outs.test.ts', title: 'a token that a program' }],
  },
  {
    name: 'the line that told a token to a program is left in memory',
    file: `${main}/hand-out/token-answer.ts`,
    find: '      line.fill(0);\n',
    replace: '',
    caughtBy: [
      {
        file: 'test/unit/hand-out/token-answer.test.ts',
        title: 'the line that carries a token is zeroed',
      },
    ],
  },
  {
    name: 'what happened while the app was closed is forgotten where the unlock was broken off',
    file: `${main}/session/lease-events.ts`,
    find: 'told = new Set([...told, ...missed]);',
    replace: 'told = missed;',
    caughtBy: [{ file: 'test/unit/session/lease-events.test.ts', title: '' }],
  },
  {
    name: 'a page that a lock kept from being compared is taken for clean',
    file: `${main}/secret-scan/secret-scan.ts`,
    find: "return session.closing.aborted ? fail({ code: 'vault_locked' }) : ok(null);",
    replace: 'return ok(null);',
    caughtBy: [{ file: 'test/unit/secret-scan/secret-scan.test.ts', title: '' }],
  },
  {
    name: 'secrets of an import that is broken off stay in memory',
    file: `${main}/import-export/read-import.ts`,
    find: '    if (!isRead) for (const { secret } of candidates) secret?.wipe();\n',
    replace: '',
    caughtBy: [{ file: 'test/unit/import-export/imports.test.ts', title: '' }],
  },
  {
    name: 'a revocation ends because one of two secrets cannot be opened',
    file: `${main}/tokens/revocation/revocation-call.ts`,
    find: "if ('unsendable' in failure) return true;",
    replace: "if ('unsendable' in failure) return false;",
    caughtBy: [{ file: 'test/unit/incident/rotations.test.ts', title: '' }],
  },
  {
    name: 'a revocation keeps to the old secret because somebody said that it works',
    file: `${main}/domain/rotation.ts`,
    find: ": ['client_secret', 'new_client_secret'];",
    replace: ": ['client_secret'];",
    caughtBy: [{ file: 'test/unit/incident/rotations.test.ts', title: '' }],
  },
  {
    name: 'requests to a host that is away take the turns of other hosts',
    file: `${main}/tokens/issuance/background-scheduler.ts`,
    find: '        if (now !== null) return now;\n',
    replace: '',
    caughtBy: [{ file: 'test/unit/tokens/issuance/background-scheduler.test.ts', title: '' }],
  },
  {
    name: 'an import is compared with the vault in one go',
    file: `${main}/import-export/import-preview.ts`,
    find: '    await pace.yieldToLoop();\n    // A row',
    replace: '    // A row',
    caughtBy: [
      {
        file: 'test/unit/import-export/imports.test.ts',
        title: 'an import lets the event loop turn for every row',
      },
    ],
  },
  {
    name: 'a variable names the files of the authorities of the system',
    file: `${main}/platform/launch-guard.ts`,
    find: "  'SSL_CERT_FILE',\n",
    replace: '',
    caughtBy: [{ file: 'test/security/s18-launch-guard.test.ts', title: '' }],
  },
  {
    name: 'the keystore of macOS may be one that everybody knows',
    file: `${main}/platform/launch-guard.ts`,
    find: "  'use-mock-keychain',\n",
    replace: '',
    caughtBy: [{ file: 'test/security/s18-launch-guard.test.ts', title: '' }],
  },
  {
    name: 'a server is not asked for its certificate',
    file: `${main}/gateway/connections/tls-connection.ts`,
    find: 'rejectUnauthorized: true',
    replace: 'rejectUnauthorized: false',
    caughtBy: [{ file: 'test/gateway/tls.test.ts', title: '' }],
  },
  {
    name: 'an answer that came after a lock counts',
    file: `${main}/secret-input/question-queue.ts`,
    find: 'answer === null || closings !== before',
    replace: 'answer === null',
    caughtBy: [{ file: 'test/unit/secret-input/question-queue.test.ts', title: '' }],
  },
  {
    name: 'an export replaces a file that nobody was asked about',
    file: `${main}/vault/store/exported-file.ts`,
    find: 'await linkOrCopy(fileSystem, temporary, file);',
    replace: 'await fileSystem.rename(temporary, file);',
    caughtBy: [{ file: 'test/unit/vault/store/exported-file.test.ts', title: '' }],
  },
  {
    name: 'a passphrase stays in memory where opening fails by a bug',
    file: `${main}/session/passphrase-attempts.ts`,
    find: 'await openWith(typed).finally(() => typed.wipe());',
    replace: 'await openWith(typed);\n      typed.wipe();',
    caughtBy: [
      {
        file: 'test/unit/session/vault-session.test.ts',
        title: 'the vault session is not stuck, and keeps no passphrase',
      },
    ],
  },
  {
    name: 'a passphrase that is being tried is in the memory of a sleeping machine',
    file: `${main}/secret-input/held-answers.ts`,
    find: 'for (const each of held) each.wipe();',
    replace: 'for (const each of held) void each;',
    caughtBy: [
      {
        file: 'test/unit/compose.test.ts',
        title: 'the composed app, used keeps no passphrase that is being tried',
      },
    ],
  },
];
