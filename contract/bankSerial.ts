import { Type } from 'typebox'

/** A bank's serial number as typed: 4 to 40 letters or digits; blanks and hyphens between them are left out. */
export const bankSerialPattern = '^[\\s-]*([0-9A-Za-z][\\s-]*){4,40}$'

/** A bank's serial number as it is entered. */
export const BankSerial = Type.String({ pattern: bankSerialPattern, maxLength: 80 })

/** A bank's serial number as it is kept and compared: it is no other for its case, or the blanks and dashes in it. */
export const bankSerialOf = (entered: string) => entered.replaceAll(/[\s\p{Cf}\p{Pd}]/gu, '').toUpperCase()
