import Alert from 'antd/es/alert'
import Modal from 'antd/es/modal'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { clock, fileSize } from '../../../web/format.ts'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { type ResourceDetail, resourceCalls } from '../contract.ts'
import './Video.css'
import { useResourceWords } from './words.ts'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'

/** Looks into a video of the library as a learner would see it. */
export default function VideoPreview({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useResourceWords()
  const query = useCall(resourceCalls.get, { id }, { staleTime: 600_000 })
  const video = query.data
  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      width={dialogWidths.wide}
      title={video?.title ?? say('preview')}
      destroyOnHidden
    >
      {!video && <Loaded query={query}>{() => null}</Loaded>}
      {video && !video.playable && <Alert type="warning" title={say('cannotPlay')} />}
      {video?.playable && <Player key={video.id} video={video} />}
      {video && (
        <p className="video-facts">
          {[
            clock(video.durationSeconds),
            fileSize(video.bytes),
            `${video.width} × ${video.height}`,
            video.courses.length > 0
              ? `${say('usedIn')} ${video.courses.map((course) => course.name).join(say('comma'))}`
              : say('usedNowhere'),
          ].join(' · ')}
        </p>
      )}
    </Modal>
  )
}

function Player({ video }: { video: ResourceDetail }) {
  const say = useResourceWords()
  const element = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  const { kind, playUrl } = video

  useEffect(() => {
    const player = element.current!
    if (kind === 'file' || player.canPlayType('application/vnd.apple.mpegurl')) {
      player.src = playUrl
      return () => player.removeAttribute('src')
    }
    let gone = false
    let end = () => {}
    async function attach() {
      const { default: Hls } = await import('hls.js/light')
      if (gone) return
      const hls = new Hls()
      hls.loadSource(playUrl)
      hls.attachMedia(player)
      end = () => hls.destroy()
    }
    attach().catch(() => setFailed(true))
    return () => {
      gone = true
      end()
    }
  }, [kind, playUrl])

  return (
    <>
      {failed && <Alert type="error" title={say('playFailed')} />}
      <video
        ref={element}
        className="video-player"
        controls
        playsInline
        poster={video.posterPath ?? undefined}
        onError={() => setFailed(true)}
      >
        <track
          kind="captions"
          src={video.subtitlesUrl ?? undefined}
          label={say('subtitles')}
          srcLang="zh"
          default={video.subtitlesUrl !== null}
        />
      </video>
    </>
  )
}
