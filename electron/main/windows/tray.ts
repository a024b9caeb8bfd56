// The tray: worst state and next expiry at a glance, revoke everything in two clicks (the line here,
// then main's own question). Drawn anew only when what it shows has changed.
import {
  Menu,
  Tray,
  nativeImage,
  type MenuItemConstructorOptions,
  type NativeImage,
} from 'electron';
import { commandWords } from '../../shared/command-words.ts';
import type { ShownView } from '../../shared/views.ts';
import { trayFace, type TrayFace, type TrayState } from './tray-face.ts';

interface TrayPorts {
  readonly open: () => void;
  /** Where the vault works behind its locked window this closes it. */
  readonly lock: () => void;
  /** Main's own question, then the run; never through the window. Over a locked vault the passphrase first. */
  readonly revokeEverything: () => void;
}

// Part of the bundle: nothing is read from a folder that somebody else could write to.
const pictures = import.meta.glob<string>('../../../resources/icons/tray-*.png', {
  query: '?inline',
  import: 'default',
  eager: true,
});

function picture(state: TrayState): NativeImage {
  const mac = process.platform === 'darwin';
  const url = (scale: number): string =>
    pictures[
      `../../../resources/icons/tray-${state}-${mac ? 'template' : 'colour'}@${scale}x.png`
    ] ?? '';
  const image = nativeImage.createFromDataURL(url(1));
  image.addRepresentation({ scaleFactor: 2, dataURL: url(2) });
  image.setTemplateImage(mac);
  return image;
}

/** A menu takes one `&` for the sign of the next letter's key; two are one that is seen. */
const plainLabel = (text: string): string => text.replaceAll('&', '&&');

export function createTray(ports: TrayPorts) {
  let tray: Tray | null = null;
  let shown = '';

  /** Never greyed out: a clock that is ahead shows no token as live, and main says where there is nothing to stop. */
  const emergency = ({ vault }: TrayFace): MenuItemConstructorOptions => ({
    label: vault === 'locked' ? 'Unlock to revoke everything…' : commandWords.revoke_all.title,
    click: ports.revokeEverything,
  });

  function menu(face: TrayFace): Menu {
    return Menu.buildFromTemplate([
      ...face.lines.map((line) => ({ label: plainLabel(line), enabled: false })),
      { type: 'separator' },
      { label: 'Open Strongroom', click: ports.open },
      ...(face.vault === 'none' ? [] : [emergency(face)]),
      { type: 'separator' },
      face.worksOn
        ? { label: 'Close the vault', click: ports.lock }
        : { label: commandWords.lock.title, enabled: face.vault === 'unlocked', click: ports.lock },
      { role: 'quit' },
    ]);
  }

  return {
    show(view: ShownView): void {
      const face = trayFace(view);
      const content = JSON.stringify(face);
      if (content === shown) return;
      shown = content;
      if (tray === null) {
        tray = new Tray(picture(face.state));
        // A Mac opens the menu for either button, and would open the window beside it.
        if (process.platform !== 'darwin') tray.on('click', ports.open);
      } else {
        tray.setImage(picture(face.state));
      }
      tray.setToolTip(`Strongroom: ${face.lines[0]}`);
      tray.setContextMenu(menu(face));
    },
  };
}
