import { signUpPaths } from '../../web/paths.ts'

/** Address at which a ticket is checked by the code on it. */
export const ticketPath = (code: string): string => `${signUpPaths.public}?check=${encodeURIComponent(code)}`
