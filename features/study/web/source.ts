import type { VideoToken } from '../contract.ts'

const playsHls = (video: HTMLVideoElement) => video.canPlayType('application/vnd.apple.mpegurl') !== ''

/**
 * Gives a video element its source; a script helps with HLS where the browser cannot, or has just failed to, play it
 * by itself. Calls back when nothing more comes. Returns the function that takes the source away.
 */
export function attachSource(
  video: HTMLVideoElement,
  { kind, playUrl, resumeAt }: Pick<VideoToken, 'kind' | 'playUrl' | 'resumeAt'>,
  onFailed: () => void,
): () => void {
  let gone = false
  let undo = () => {}

  async function help(): Promise<void> {
    const { default: Hls } = await import('hls.js/light')
    if (gone) return
    if (!Hls.isSupported()) return onFailed()
    const hls = new Hls({ startPosition: resumeAt })
    let recovered = false
    hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
      if (!fatal) return
      if (type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
        recovered = true
        hls.recoverMediaError()
      } else onFailed()
    })
    undo = () => hls.destroy()
    hls.loadSource(playUrl)
    hls.attachMedia(video)
  }

  if (kind === 'hls' && !playsHls(video)) help().catch(onFailed)
  else {
    const onError = () => {
      const unread = video.error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED
      if (kind !== 'hls' || !unread) return onFailed()
      undo()
      help().catch(onFailed)
    }
    video.addEventListener('error', onError)
    video.src = playUrl
    undo = () => {
      video.removeEventListener('error', onError)
      video.removeAttribute('src')
      video.load()
    }
  }
  return () => {
    gone = true
    undo()
  }
}
