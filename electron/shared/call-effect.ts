// What a call does to secrets and tokens. Every row of the contract declares it: a row without an effect does
// not compile, nor does one with an effect that nobody confirms (I6).

const effects = [
  /** Reads, shows, or changes what no secret and no token depends on. */
  'none',
  /** Decides where a secret or a token goes, or sends one there. */
  'places_secret',
  'ends_tokens',
  /** Keeps tokens from being ended. */
  'keeps_tokens',
  /** One press, many more live tokens. */
  'mints_many',
  /** Destroys a secret, the text of a token, or what is known of where they belong. */
  'forgets',
  /** Puts something of the vault within reach of other programs. */
  'discloses',
  /** Who can open the vault, how, and when it locks. */
  'ways_in',
] as const;
export type Effect = (typeof effects)[number];

/** The effect of a call, and how a person confirms it. */
export type DeclaredEffect =
  | { readonly effect: 'none'; readonly confirm?: never }
  | {
      readonly effect: Exclude<Effect, 'none'>;
      /**
       * True: main asks before the handler acts. `by_handler`: the person acts in a window or dialog of main
       * that the handler opens, such as the one for secrets or for files.
       */
      readonly confirm: true | 'by_handler';
    };
