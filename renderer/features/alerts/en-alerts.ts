// The words of the notification settings.
export const alertWords = {
  title: 'Notifications',
  on: 'Notify me while nobody is looking at the window',
  onNote:
    'About tokens that end without being renewed, refusals, and renewals that gave up. About revoked tokens that still work or are confirmed dead, and secrets that are due. Only labels, counts and times are shown.',
  before: 'Before a token ends',
  presets: [
    ['60 15 5', 'an hour, 15 and 5 minutes before'],
    ['15 5', '15 and 5 minutes before'],
    ['5', '5 minutes before'],
    ['', 'only once it has expired'],
  ],
  own: (minutes: readonly number[]) => `${minutes.join(', ')} minutes before`,
  quiet: 'Quiet hours',
  quietNote: 'Missed alerts are shown afterwards.',
  from: 'From',
  to: 'To',
  urgent: 'Refusals, and revoked tokens that still work, in quiet hours too',
  hideNames: 'Leave names out',
  hideNamesNote: 'A notification may be readable on the lock screen.',
  usual: 'as for all others',
  tag: (tag: string) => `Keys with the tag ${tag}`,
} as const;
