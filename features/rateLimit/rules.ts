/** Number of tries within a window of minutes; the window opens with the first try. */
export interface Limit {
  readonly tries: number
  readonly minutes: number
  /**
   * Minutes to wait before each further try, the last of them again and again, in place of a lock until the window
   * closes: who knows the password waits a minute. The window then begins again with each try.
   */
  readonly waits?: readonly number[]
}

/** Every endpoint that can be attacked by guessing, with its limit. */
export const limits = {
  /** Wrong passwords for one name from one network, for one account on a device of its own, or in its session. */
  password: { tries: 5, minutes: 1440, waits: [1, 2, 4, 8, 15] },
  /** Wrong passwords of one account from all networks that have guessed at it before. */
  accountGuesses: { tries: 100, minutes: 1440, waits: [1, 2, 4, 8, 15] },
  /**
   * Networks whose first guess at one account was wrong: no stranger with fewer than these keeps the owner from a
   * device that is new.
   */
  accountNetworks: { tries: 500, minutes: 1440 },
  /** Wrong guesses of any kind from one address: passwords, codes, factors, signatures. */
  address: { tries: 30, minutes: 15 },
  /** Sliders answered, pictures and questions in words requested from one network: no way is cheaper than another. */
  captcha: { tries: 60, minutes: 1 },
  /** Codes to confirm an e-mail address: one account’s in a minute and in a day, to one address, and of a project. */
  mailPause: { tries: 1, minutes: 1 },
  mailCodes: { tries: 5, minutes: 1440 },
  mailAddress: { tries: 5, minutes: 1440 },
  mailProject: { tries: 1000, minutes: 1440 },
  /** Mails with the files of invoices that one account has sent, to whatever address it types. */
  invoiceMails: { tries: 50, minutes: 1440 },
  /** Pairs of name and ID that one account has checked. */
  identity: { tries: 20, minutes: 60 },
  /** Complete mobile and ID numbers that one account looked for: a clerk's hour, and no list of numbers to try. */
  numberSearch: { tries: 120, minutes: 60 },
  /** Numbers that one account, which sees them masked, has put into rows of its imports to be checked again. */
  importNumbers: { tries: 300, minutes: 1440 },
  /** Faces of one account that were not like its portrait; what follows is a person's work. */
  face: { tries: 3, minutes: 1440 },
  /** Wrong second factors of one account. */
  factor: { tries: 5, minutes: 15 },
  /** Text messages requested from one address. */
  addressMessages: { tries: 60, minutes: 60 },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof limits
