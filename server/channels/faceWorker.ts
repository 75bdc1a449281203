import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { answerQuestions } from '../askThread.ts'

/** A picture in three bytes a pixel. */
export interface Pixels {
  bytes: Uint8Array
  width: number
  height: number
  /** Pixels that were put around it on each side. */
  margin: number
}
/** A face in a picture. */
export interface Face {
  /** Box of the face, in pixels of the picture as it was looked at. */
  box: { x: number; y: number; width: number; height: number }
  /** Part of the picture's width or height that it takes, the smaller of the two: 0 to 1. */
  share: number
  /** Mean light of the face, 0 black to 255 white. */
  brightness: number
  /**
   * Horizontal distance of the nose from the middle of the eyes, in distances between the eyes: 0 looks straight on.
   */
  turn: number
  /** Slope of the line of the eyes, in degrees. */
  tilt: number
  /** 128 numbers that lie near each other for pictures of one person. */
  descriptor: Float32Array
}

// The library requires Node modules missing from its bundle, unless it detects a web worker.
Object.assign(globalThis, { WorkerGlobalScope: true })
const library = new URL(import.meta.resolve('@vladmandic/face-api/dist/face-api.esm.js'))
const faceapi = await import('@vladmandic/face-api/dist/face-api.esm.js')
const { nets } = faceapi
/** Methods the library's types leave out of the part it brings along. */
interface Engine {
  enableProdMode(): void
  setBackend(name: 'cpu'): Promise<boolean>
  ready(): Promise<void>
  dispose(tensor: unknown): void
}
const tf = faceapi.tf as typeof faceapi.tf & Engine
// Leaves out its checks of each step, and the advertisement for a native build.
tf.enableProdMode()

async function load(net: { loadFromWeightMap(map: object): unknown }, name: string): Promise<void> {
  const read = (file: string) => readFile(fileURLToPath(new URL(`../model/${file}`, library)))
  const manifest = JSON.parse(String(await read(`${name}-weights_manifest.json`))) as {
    weights: Parameters<typeof tf.io.decodeWeights>[1]
  }[]
  const bytes = new Uint8Array(await read(`${name}.bin`))
  net.loadFromWeightMap(
    tf.io.decodeWeights(
      bytes.buffer,
      manifest.flatMap((part) => part.weights),
    ),
  )
}

/** Two faces show that there are several; each costs as much time as finding all. */
const described = 2
/** Finds the people of a group, and takes half the time that a side of 416 would. */
const options = new faceapi.TinyFaceDetectorOptions({ inputSize: 320, scoreThreshold: 0.5 })

const ready = (async () => {
  await tf.setBackend('cpu')
  await tf.ready()
  await Promise.all([
    load(nets.tinyFaceDetector, 'tiny_face_detector_model'),
    load(nets.faceLandmark68Net, 'face_landmark_68_model'),
    load(nets.faceRecognitionNet, 'face_recognition_model'),
  ])
})()

interface Point {
  x: number
  y: number
}

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

/** Horizontal distance of the nose tip from the middle of the eyes, and the slope of the line of the eyes. */
function poseOf(points: readonly Point[]): Pick<Face, 'turn' | 'tilt'> {
  const [left, right] = [middle(points.slice(36, 42)), middle(points.slice(42, 48))]
  const [dx, dy] = [right.x - left.x, right.y - left.y]
  const nose = points[30]!
  const between = middle([left, right])
  const along = ((nose.x - between.x) * dx + (nose.y - between.y) * dy) / (dx * dx + dy * dy)
  return { turn: Math.abs(along), tilt: Math.abs((Math.atan2(dy, dx) * 180) / Math.PI) }
}

/** The mean light of a box, 0 to 255. */
function brightnessOf({ bytes, width, height }: Pixels, box: Face['box']): number {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))]
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)]
  let sum = 0
  let count = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++, count++) {
      const at = (y * width + x) * 3
      sum += 0.299 * bytes[at]! + 0.587 * bytes[at + 1]! + 0.114 * bytes[at + 2]!
    }
  }
  return count === 0 ? 0 : sum / count
}

async function facesIn(pixels: Pixels): Promise<Face[]> {
  const tensor = tf.tensor3d(pixels.bytes, [pixels.height, pixels.width, 3], 'int32') as never
  try {
    const found = await faceapi.detectAllFaces(tensor, options)
    const largest = found.sort((a, b) => b.box.area - a.box.area).slice(0, described)
    const parents = Promise.resolve(largest.map((detection) => ({ detection })))
    const faces = await new faceapi.DetectAllFaceLandmarksTask(parents, tensor, false).withFaceDescriptors()
    return faces.map(({ detection, landmarks, descriptor }) => {
      const { margin } = pixels
      const { x, y, width, height } = detection.box
      const share = Math.min(width / (pixels.width - 2 * margin), height / (pixels.height - 2 * margin))
      const box = { x: x - margin, y: y - margin, width, height }
      return {
        box,
        share,
        descriptor,
        brightness: brightnessOf(pixels, detection.box),
        ...poseOf(landmarks.positions),
      }
    })
  } finally {
    tf.dispose(tensor)
  }
}

answerQuestions(async (pixels: Pixels) => {
  await ready
  return facesIn(pixels)
})
