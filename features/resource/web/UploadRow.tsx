import Progress from 'antd/es/progress'
import { memo } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { fileSize } from '../../../web/format.ts'
import { dropUpload, pauseUpload, resumeUploads, type VideoUpload } from './uploads.ts'
import { useResourceWords } from './words.ts'

/** Videos on their way, with one button that goes on with all that failed. */
export function UploadRows({ uploads }: { uploads: readonly VideoUpload[] }) {
  const say = useResourceWords()
  const failed = uploads.filter(({ state }) => state === 'failed')
  return (
    <>
      {failed.length > 1 && (
        <Button onClick={() => resumeUploads(failed.map(({ key }) => key))}>
          {say('resumeAll', { count: failed.length })}
        </Button>
      )}
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} />
      ))}
    </>
  )
}

/** One video on its way: how far it is, and what can be done about it. Of hundreds one is drawn again as it moves. */
const UploadRow = memo(function UploadRow({ upload }: { upload: VideoUpload }) {
  const say = useResourceWords()
  const { key, name, bytes, sent, state, problem, sameAs } = upload
  const percent = Math.floor((sent / bytes) * 100)
  const words = {
    waiting: problem ? say('resting', { problem }) : say('waiting'),
    sending: say('sending', { percent }),
    checking: say('checking'),
    paused: say('paused', { percent }),
    refused: problem ?? '',
    failed: problem === 'interrupted' || problem === 'signedOut' ? say(problem) : (problem ?? ''),
    held: say('held'),
    arrived: sameAs ? `${say('arrived')} · ${say('sameAs', { title: sameAs })}` : say('arrived'),
  }
  const isBad = state === 'failed' || state === 'refused'
  const isThere = state === 'arrived' || state === 'held'
  const status = isBad ? 'exception' : isThere ? 'success' : 'normal'
  const isOver = state === 'arrived' || state === 'refused'
  const mayPause = state === 'waiting' || state === 'sending'
  const mayResume = state === 'paused' || state === 'failed'

  return (
    <div className="video-upload">
      <span className="k-clip" title={name}>
        {name}
      </span>
      <span>
        {mayPause && (
          <Button
            size="small"
            type="link"
            aria-label={say('pauseOf', { name })}
            onClick={() => pauseUpload(key)}
          >
            {say('pause')}
          </Button>
        )}
        {mayResume && (
          <Button
            size="small"
            type="link"
            aria-label={say('resumeOf', { name })}
            onClick={() => resumeUploads([key])}
          >
            {say('resume')}
          </Button>
        )}
        {state !== 'checking' && (
          <Button
            size="small"
            type="link"
            danger={!isOver}
            aria-label={say('giveUpOf', { name })}
            onClick={() => dropUpload(key)}
          >
            {say(isOver ? 'remove' : 'giveUp')}
          </Button>
        )}
      </span>
      <Progress percent={percent} size="small" status={status} showInfo={false} aria-label={name} />
      <output className="video-upload-state" data-bad={isBad}>
        {words[state]} · {fileSize(bytes)}
      </output>
    </div>
  )
})
