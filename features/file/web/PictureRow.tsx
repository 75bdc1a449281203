import Input from 'antd/es/input'
import Progress from 'antd/es/progress'
import { useId } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { fileSize } from '../../../web/format.ts'
import type { Picture } from './pictures.ts'
import { usePictureWords } from './words.ts'

/** One picture on its way: how far it is, what it shows, and what can be done about it. */
export function PictureRow({
  picture,
  isConfirming,
  onDescribe,
  onRetry,
  onRemove,
}: {
  picture: Picture
  /** The description is missed: it was to be placed without one. */
  isConfirming: boolean
  onDescribe: (alt: string) => void
  onRetry: () => void
  onRemove: () => void
}) {
  const say = usePictureWords()
  const id = useId()
  const { name, bytes, preview, sent, state, problem, saved, alt } = picture
  const percent = Math.floor(sent * 100)
  const isBad = state === 'failed' || state === 'refused'
  const isMissed = isConfirming && state !== 'refused' && alt.trim() === ''
  const words = {
    waiting: say('waiting'),
    sending: percent === 100 ? say('drawing') : say('sending', { percent }),
    failed: problem ?? '',
    refused: problem ?? '',
    arrived: say('arrived'),
  }
  const status = isBad ? 'exception' : state === 'arrived' ? 'success' : 'normal'
  return (
    <li className="pictures-row">
      {preview ? <img src={saved?.src ?? preview} alt="" /> : <span className="pictures-none" />}
      <div className="pictures-facts">
        <span className="k-clip" title={name}>
          {name}
        </span>
        <Progress percent={percent} size="small" status={status} showInfo={false} aria-label={name} />
        <output className="pictures-state k-muted k-small" data-bad={isBad}>
          {words[state]} · {fileSize(bytes)}
        </output>
      </div>
      <span>
        {state === 'failed' && (
          <Button size="small" type="link" aria-label={say('retryOf', { name })} onClick={onRetry}>
            {say('retry')}
          </Button>
        )}
        <Button size="small" type="link" danger aria-label={say('removeOf', { name })} onClick={onRemove}>
          {say('remove')}
        </Button>
      </span>
      {state !== 'refused' && (
        <div className="pictures-alt">
          <label htmlFor={id}>{say('alt')}</label>
          <Input
            id={id}
            value={alt}
            maxLength={200}
            placeholder={say('altHint')}
            aria-required
            aria-invalid={isMissed}
            aria-describedby={isMissed ? `${id}-missed` : undefined}
            status={isMissed ? 'error' : ''}
            onChange={({ target }) => onDescribe(target.value)}
          />
          {isMissed && (
            <span id={`${id}-missed`} className="pictures-state k-muted k-small" data-bad>
              {say('altMissing')}
            </span>
          )}
        </div>
      )}
    </li>
  )
}
