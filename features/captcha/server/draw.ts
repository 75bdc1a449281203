import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { captchaSize } from '../contract.ts'

const { width, height, piece } = captchaSize

/** Scenery of rings and hills, different each time. */
function scenery(): string {
  const hue = randomInt(360)
  const rings = Array.from({ length: 7 }, () => {
    const radius = randomInt(14, 70)
    const around = 2 * Math.PI * radius
    const share = randomInt(25, 95) / 100
    return `<circle cx="${randomInt(width)}" cy="${randomInt(height)}" r="${radius}" fill="none" stroke="hsl(${(hue + randomInt(70)) % 360} ${randomInt(35, 75)}% ${randomInt(35, 80)}%)" stroke-width="${randomInt(6, 16)}" stroke-linecap="round" stroke-dasharray="${around * share} ${around}" transform="rotate(${randomInt(360)} 155 77)"/>`
  })
  const hills = [0, 1, 2].map((i) => {
    const base = 90 + i * 22
    const [a, b, c] = [randomInt(-40, 20), randomInt(-30, 30), randomInt(-40, 20)]
    return `<path d="M0 ${base} C 70 ${base + a}, 120 ${base + b}, 180 ${base + c} S 290 ${base - b / 2}, 310 ${base} V155 H0 Z" fill="hsl(${(hue + 20 * i) % 360} 40% ${48 - i * 11}%)"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="hsl(${hue} 60% 82%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 55% 62%)"/></linearGradient></defs><rect width="310" height="155" fill="url(#s)"/>${rings.join('')}${hills.join('')}</svg>`
}

/** The outline of a piece of 47 pixels with knobs out or in on two random sides. */
function outline(x: number, y: number): string {
  const side = 33
  const [left, top] = [x + 6, y + 6]
  const knob = (out: boolean) => (out ? 1 : 0)
  const [first, second] = [randomInt(2) === 1, randomInt(2) === 1]
  return [
    `M${left} ${top}`,
    `h11 a6 6 0 0 ${knob(first)} 11 0 h11`,
    `v11 a6 6 0 0 ${knob(second)} 0 11 v11`,
    `h-${side}`,
    `v-${side} Z`,
  ].join(' ')
}

const layer = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`)

export interface Puzzle {
  /** Distance of the gap from the left. */
  x: number
  /** PNG, base64. */
  background: string
  piece: string
}

/** Draws a puzzle: the picture with its gap, and the piece that was cut out. */
export async function drawPuzzle(): Promise<Puzzle> {
  const x = randomInt(piece + 20, width - piece - 4)
  const y = randomInt(8, height - piece - 8)
  const shape = outline(x, y)
  const picture = await sharp(Buffer.from(scenery())).png({ compressionLevel: 1 }).toBuffer()
  const [background, cut] = await Promise.all([
    sharp(picture)
      .composite([
        { input: layer(`<path d="${shape}" fill="rgb(0 0 0 / 55%)" stroke="rgb(255 255 255 / 80%)"/>`) },
      ])
      .png()
      .toBuffer(),
    sharp(picture)
      .composite([
        { input: layer(`<path d="${shape}" fill="#fff"/>`), blend: 'dest-in' },
        { input: layer(`<path d="${shape}" fill="none" stroke="#fff" stroke-width="2"/>`) },
      ])
      .png()
      .toBuffer(),
  ])
  const only = await sharp(cut).extract({ left: x, top: 0, width: piece, height }).png().toBuffer()
  return { x, background: background.toString('base64'), piece: only.toString('base64') }
}
