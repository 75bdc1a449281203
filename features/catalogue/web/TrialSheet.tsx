import { Sheet } from '../../../web/kit/Sheet.tsx'
import { useDetailWords } from './detailWords.ts'

/** A trial video over the page. */
export function TrialSheet({ title, url, onClose }: { title: string; url: string; onClose: () => void }) {
  const say = useDetailWords()
  return (
    <Sheet open onClose={onClose} title={say('trialTitle', { title })}>
      <video className="detail-trial" src={url} controls playsInline autoPlay>
        <track kind="captions" />
      </video>
      <p className="k-muted k-small">{say('trialHint')}</p>
    </Sheet>
  )
}
