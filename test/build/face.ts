import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import type { FaceChannel } from '../../server/channels/face.ts'
import { faceCalls } from '../../features/face/contract.ts'
import { fileCalls } from '../../features/file/contract.ts'
import { completeCalls } from '../../features/student/complete/contract.ts'
import type { World } from '../harness.ts'
import { sendForm } from './file.ts'

/** Picture for `faceByColour`. */
export interface Shot {
  /** Person of the face: 0 to 255; within 63 of another it is the same one's, within 12 the same shot. */
  person: number
  faces?: number
  light?: number
}

let taken = 0

/** A picture in a pattern of its own, no two of them alike, whose mean colour determines what `faceByColour` sees. */
export async function aShot({ person, faces = 1, light = 128 }: Shot): Promise<Buffer> {
  const number = ++taken
  // The lower half is the upper one's opposite, which leaves the mean as it is.
  const pixels = Array.from({ length: 64 }, (_, i) => {
    const isBright = ((number >> (i % 32)) & 1) === (i < 32 ? 1 : 0)
    return [person, faces * 100 + (isBright ? 40 : -40), light].map((value) => Math.max(0, value))
  })
  return sharp(Uint8Array.from(pixels.flat()), { raw: { width: 8, height: 8, channels: 3 } })
    .resize(240, 240, { kernel: 'nearest' })
    .jpeg({ quality: 100 })
    .toBuffer()
}

/** Sees faces in pictures of one colour: red is whose, green how many, blue how light. */
export const faceByColour: FaceChannel = {
  async describe(picture) {
    const { channels } = await sharp(picture).stats()
    const [person, many, light] = channels.map(({ mean }) => mean) as [number, number, number]
    const face = {
      box: { x: 0, y: 0, width: 120, height: 120 },
      share: 0.5,
      turn: 0,
      tilt: 0,
      brightness: light,
      descriptor: Float32Array.of((person / 255) * 2, 0.25),
    }
    return Array.from({ length: Math.round(many / 100) }, () => face)
  },
}

/** Brings a portrait into a learner's own profile; returns its key. */
export async function aPortrait(world: World, token: string, bytes: Uint8Array): Promise<string> {
  const file = { name: 'portrait.jpg', mime: 'image/jpeg', bytes }
  const { key } = (await sendForm(world, fileCalls.uploadImage, { file }, token)).attribute.data
  await world.ask(completeCalls.completeInfo, { photo: key }, token)
  return key
}

/** Sends a picture to be compared; returns the whole envelope. */
export const sendFace = (world: World, token: string | null, bytes: Uint8Array) =>
  sendForm(world, faceCalls.checkFace, { file: { name: 'face.jpg', mime: 'image/jpeg', bytes } }, token)

const samples = fileURLToPath(new URL('../../node_modules/@vladmandic/face-api/demo/', import.meta.url))
/** Faces in the pictures that come with the face library: which one, and where in it, 1024 pixels wide. */
const people = {
  one: [6, 73, 199, 233, 266],
  two: [6, 574, 117, 210, 250],
  three: [5, 547, 67, 176, 211],
  turnedAway: [2, 149, 31, 170, 219],
} as const

async function sample(number: number): Promise<Buffer> {
  const file = `${samples}sample${number}.jpg`
  return sharp(file).resize({ width: 1024, height: 1024, fit: 'inside' }).png().toBuffer()
}

/** A real person's face, as a JPEG 480 pixels wide; perhaps changed first. */
export async function aRealFace(
  who: keyof typeof people,
  change: (picture: Sharp) => Sharp = (same) => same,
): Promise<Buffer> {
  const [number, left, top, width, height] = people[who]
  const cut = await sharp(await sample(number))
    .extract({ left, top, width, height })
    .resize(480)
    .png()
    .toBuffer()
  return change(sharp(cut)).jpeg().toBuffer()
}

/** Several people in one picture. */
export const realPeople = async (): Promise<Buffer> =>
  sharp(await sample(5))
    .jpeg()
    .toBuffer()
