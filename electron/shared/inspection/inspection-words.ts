// What can be said of the form of a token, and of what an introspection answered: the keys are the closed words that cross
// to the window (inspection-view.ts).

/** What stands out in the form of a token, against RFC 6750 section 2.1 and the specification. */
export const findingWords = {
  header_line: 'It begins with the name of a header, “Authorization:”.',
  bearer_prefix: 'It begins with “Bearer”. That is the scheme of the header, not part of a token.',
  quotes_around: 'It is in quotes.',
  space_around: 'There is blank space around it.',
  space_inside: 'There is blank space inside it: two texts, or a broken line.',
  line_break: 'There is a line break inside it.',
  control_characters: 'It contains invisible characters.',
  not_ascii: 'It contains characters beyond ASCII: no token has them.',
  odd_characters:
    'It contains characters that RFC 6750 does not allow. Some servers use them anyway.',
  json_text: 'It looks like a whole answer in JSON, not like the token in it.',
  jwt_form:
    'It has the form of a JWT. This service’s tokens are opaque, so nothing in it is decoded.',
  very_short: 'It is very short for a token. Part of it may be missing.',
  too_long: 'It is longer than any token that is sent from here.',
} as const;

/** RFC 7662 section 2.2, in its order, without `active`. */
export const fieldWords = {
  scope: 'Scope',
  client_id: 'Client id',
  username: 'User name',
  token_type: 'Token type',
  exp: 'Expires',
  iat: 'Issued',
  nbf: 'Not before',
  sub: 'Subject',
  aud: 'Audience',
  iss: 'Issuer',
  jti: 'Identifier',
} as const;
