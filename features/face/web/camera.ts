import { type RefObject, useEffect, useRef, useState } from 'react'

/** A portrait's shape: a wide picture of a desktop's camera is cut to it, so that the face takes its part. */
export const aspect = 3 / 4
/** A picture that is sent is no higher, in pixels. */
const largest = 960

export interface Part {
  x: number
  y: number
  width: number
  height: number
}

/** The middle of a picture in a portrait's shape. */
export function middleOf(width: number, height: number): Part {
  const cut = Math.min(width, Math.round(height * aspect))
  const tall = Math.min(height, Math.round(cut / aspect))
  return { x: Math.round((width - cut) / 2), y: Math.round((height - tall) / 2), width: cut, height: tall }
}

/** The mean light, 0 to 255, of what is in the oval of a picture of four bytes a pixel. */
export function lightIn(pixels: Uint8ClampedArray, width: number, height: number): number {
  let sum = 0
  let count = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [across, down] = [(x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5]
      if ((across / 0.3) ** 2 + (down / 0.36) ** 2 > 1) continue
      const at = (y * width + x) * 4
      sum += 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

function drawn(video: HTMLVideoElement, width: number, height: number): CanvasRenderingContext2D {
  const part = middleOf(video.videoWidth, video.videoHeight)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, width, height)
  return context
}

/** Returns the camera's current picture, as a JPEG in a portrait's shape. */
export function shoot(video: HTMLVideoElement): Promise<Blob> {
  const height = Math.min(largest, middleOf(video.videoWidth, video.videoHeight).height)
  const { canvas } = drawn(video, Math.round(height * aspect), height)
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('the canvas is empty')))
    canvas.toBlob(done, 'image/jpeg', 0.92)
  })
}

type CameraState = 'opening' | 'on' | 'refused' | 'absent'

/** Opens the camera that looks at anyone who holds it, into the video given, for as long as it is wanted. */
export function useCamera(isWanted: boolean): {
  video: RefObject<HTMLVideoElement | null>
  camera: CameraState
} {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('opening')
  useEffect(() => {
    if (!isWanted) return
    const gone = new AbortController()
    async function open() {
      // A page that is not served securely has no devices at all.
      const devices = navigator.mediaDevices as MediaDevices | undefined
      if (!devices) return setState('absent')
      try {
        const input = { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } }
        const stream = await devices.getUserMedia({ video: input })
        const stop = () => stream.getTracks().forEach((track) => track.stop())
        if (gone.signal.aborted) return stop()
        gone.signal.addEventListener('abort', stop)
        video.current!.srcObject = stream
        await video.current!.play()
        setState('on')
      } catch (error) {
        if (gone.signal.aborted) return
        setState((error as Error).name === 'NotAllowedError' ? 'refused' : 'absent')
      }
    }
    void open()
    return () => gone.abort()
  }, [isWanted])
  return { video, camera: state }
}

/** Looks now and then how light it is in the oval; null while there is nothing to see. */
export function useLight(video: RefObject<HTMLVideoElement | null>, isOn: boolean): number | null {
  const [light, setLight] = useState<number | null>(null)
  useEffect(() => {
    if (!isOn) return
    const [width, height] = [24, 32]
    const timer = setInterval(() => {
      if (!video.current?.videoWidth) return
      setLight(
        lightIn(drawn(video.current, width, height).getImageData(0, 0, width, height).data, width, height),
      )
    }, 700)
    return () => clearInterval(timer)
  }, [video, isOn])
  return light
}
