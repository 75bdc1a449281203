import { randomInt } from 'node:crypto'
import sharp from 'sharp'

const [width, height] = [160, 60]

/** Strokes on a grid of 4 by 6: drawn by ourselves, since a machine may have no font at all. */
const strokes: Readonly<Record<string, string>> = {
  '2': 'M0 1 1 0 3 0 4 1 4 2 0 6 4 6',
  '3': 'M0 0 4 0 2 2.4 4 4 4 5 3 6 1 6 0 5',
  '4': 'M3 6 3 0 0 4 4 4',
  '5': 'M4 0 0 0 0 2.5 3 2.5 4 3.5 4 5 3 6 0 6',
  '6': 'M4 0 2 0 0 3 0 5 1 6 3 6 4 5 4 4 3 3 0 3',
  '7': 'M0 0 4 0 1.5 6',
  '8': 'M1 3 0 2 0 1 1 0 3 0 4 1 4 2 3 3 1 3 0 4 0 5 1 6 3 6 4 5 4 4 3 3',
  '9': 'M4 3 1 3 0 2 0 1 1 0 3 0 4 1 4 3 2 6',
  A: 'M0 6 2 0 4 6M1 4 3 4',
  C: 'M4 1 3 0 1 0 0 1 0 5 1 6 3 6 4 5',
  E: 'M4 0 0 0 0 6 4 6M0 3 3 3',
  F: 'M4 0 0 0 0 6M0 3 3 3',
  H: 'M0 0 0 6M4 0 4 6M0 3 4 3',
  K: 'M0 0 0 6M4 0 0 3 4 6',
  L: 'M0 0 0 6 4 6',
  M: 'M0 6 0 0 2 3 4 0 4 6',
  N: 'M0 6 0 0 4 6 4 0',
  P: 'M0 6 0 0 3 0 4 1 4 2 3 3 0 3',
  T: 'M0 0 4 0M2 0 2 6',
  W: 'M0 0 1 6 2 3 3 6 4 0',
  X: 'M0 0 4 6M4 0 0 6',
  Y: 'M0 0 2 3 4 0M2 3 2 6',
}

/** Draws the characters of a code, each turned and placed again, crossed by lines; a PNG. */
export async function drawCode(code: string): Promise<Buffer> {
  const hue = randomInt(360)
  const step = (width - 24) / code.length
  const letters = [...code].map((letter, i) => {
    const [x, y] = [14 + i * step + randomInt(-2, 3), 12 + randomInt(-3, 4)]
    const look = `rotate(${randomInt(-18, 19)} 11 18) scale(${4.6 + randomInt(8) / 10} 6)`
    return `<path transform="translate(${x} ${y}) ${look}" d="${strokes[letter]}" stroke="hsl(${(hue + randomInt(90)) % 360} 60% 30%)" stroke-width="0.7"/>`
  })
  const lines = Array.from({ length: 5 }, () => {
    const points = [0, 50, 110, width].map((x) => `${x} ${randomInt(height)}`)
    return `<path d="M${points[0]} C ${points[1]}, ${points[2]}, ${points[3]}" stroke="hsl(${randomInt(360)} 45% 55%)" stroke-width="1.4"/>`
  })
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-linecap="round" stroke-linejoin="round"><rect width="${width}" height="${height}" fill="hsl(${hue} 45% 93%)"/>${lines.slice(0, 2).join('')}${letters.join('')}${lines.slice(2).join('')}</svg>`
  return sharp(Buffer.from(picture)).png().toBuffer()
}
