/** The portal's own colour where nobody chose another. */
export const defaultColor = '#1890ff'

type Rgb = readonly [red: number, green: number, blue: number]
const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
/** The background of text in dark mode; in light mode it is white. */
const night = '#151d26'
/** Text on the portal's colour in dark mode; the same as `--on-brand` of the tokens. */
const inkOnBrand = '#06121f'
/** Hand-picked shades for the default colour. */
const drawn = { light: '#0a66c2', dark: '#4aa8ff' }

function rgbOf(color: string): Rgb {
  const hex = color.slice(1)
  const long = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as unknown as Rgb
}

function luminance([red, green, blue]: Rgb): number {
  const [r, g, b] = [red, green, blue].map((byte) => {
    const part = byte / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two colours (`#rrggbb`), 1 to 21, as WCAG counts it. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b) as [
    number,
    number,
  ]
  return (light + 0.05) / (dark + 0.05)
}

/** True if a text is a colour the product takes: `#rgb` or `#rrggbb`. */
export function isColor(text: unknown): text is string {
  return typeof text === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)
}

/** A colour with so much (0 to 1) of another in it. */
function mixed(color: string, other: Rgb, part: number): string {
  const bytes = rgbOf(color).map((byte, i) => Math.round(byte * (1 - part) + other[i]! * part))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** A colour with so much (0 to 1) of black in it. */
export function darker(color: string, part: number): string {
  return mixed(color, black, part)
}

/** A colour with so much (0 to 1) of white in it. */
export function lighter(color: string, part: number): string {
  return mixed(color, white, part)
}

/** A colour moved towards black or white until it has enough contrast with a background. */
function apart(color: string, app: string, ratio: number, towards: Rgb): string {
  let shade = color
  for (let step = 1; step <= 50 && contrast(shade, app) < ratio; step++)
    shade = mixed(color, towards, step / 50)
  return shade
}

/**
 * Shades of a portal's colour that can be read: `text` on a card and on a tinted ground, `fill` of a button below the
 * text `onFill`, `mark` for lines, ticks and switches, `soft` as a tinted ground.
 */
export function shadesOf(
  color: string,
  dark: boolean,
): { text: string; fill: string; onFill: string; mark: string; soft: string } {
  const isDefault = color.toLowerCase() === defaultColor
  if (!dark) {
    const fill = isDefault ? drawn.light : apart(color, '#ffffff', 5.6, black)
    const mark = apart(color, '#ffffff', 3.1, black)
    return { text: fill, fill, onFill: '#ffffff', mark, soft: mixed(color, white, 0.88) }
  }
  const text = isDefault ? drawn.dark : apart(color, night, 6, white)
  return {
    text,
    fill: text,
    onFill: inkOnBrand,
    mark: apart(color, night, 3.1, white),
    soft: mixed(color, rgbOf(night), 0.88),
  }
}
