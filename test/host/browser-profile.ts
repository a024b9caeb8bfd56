// The browser's profile folder: made with everything switched off that could keep what a person types, or connect
// to where a page might lead.
import fs from 'node:fs';
import path from 'node:path';

const preferences = {
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  profile: { password_manager_enabled: false },
  autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
  browser: { enable_spellchecking: false },
  search: { suggest_enabled: false },
  // 2: never. Electron has no such prediction.
  net: { network_prediction_options: 2 },
};

/** Leaves a profile that is there already as it is: it was made here. */
export function makeBrowserProfile(folder: string): void {
  const file = path.join(folder, 'Default', 'Preferences');
  // Written at the end of a debugging run before; a new one would be mistaken for it.
  fs.rmSync(path.join(folder, 'DevToolsActivePort'), { force: true });
  if (fs.existsSync(file)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(preferences));
}
