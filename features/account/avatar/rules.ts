import { imageFaults, imageLimits } from '../../file/rules.ts'

/** Limits of the uploaded picture, its cut and the slider. */
export const avatarLimits = {
  /** Maximum size of the file, in kb of 1024 bytes. */
  kilobytes: imageLimits.kilobytes,
  /** Size of the picture after cutting, in pixels; the cut part must be at least as large. */
  width: 200,
  height: 200,
  /** Range of the slider. */
  zoom: { min: 0, max: 100 },
} as const

/** The specification's words, the same in every language. */
export const avatarFaults = {
  ...imageFaults,
  dimension: `Image's size is too low. Expected at least: ${avatarLimits.width}*${avatarLimits.height}`,
} as const

/** Returns the problem with a picture's size in pixels, or null. */
export function dimensionFault(picture: { width: number; height: number }): string | null {
  const isEnough = picture.width >= avatarLimits.width && picture.height >= avatarLimits.height
  return isEnough ? null : avatarFaults.dimension
}

/**
 * Scale at which a picture is drawn for a position of the slider: at 0 its shorter side fills the frame, at
 * 100 the part in the frame is cut from the fewest pixels that are still enough, and from a third of the side
 * at most.
 */
export function scaleOf(zoom: number, picture: { width: number; height: number }): number {
  const { min, max } = avatarLimits.zoom
  const part = (Math.min(max, Math.max(min, zoom)) - min) / (max - min)
  const shorter = Math.min(picture.width, picture.height)
  const most = Math.max(1, Math.min(3, shorter / avatarLimits.width))
  return 1 + part * (most - 1)
}
