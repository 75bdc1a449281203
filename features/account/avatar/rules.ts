import { imageLimits } from '../../file/rules.ts'

/** Limits of an avatar: of the uploaded file, in kb of 1024 bytes, and its size after cutting, in pixels. */
export const avatarLimits = { kilobytes: imageLimits.kilobytes, width: 200, height: 200 } as const
