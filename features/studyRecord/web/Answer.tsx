import { Button } from '../../../web/shell/control/Button.tsx'
import { copyText } from '../../../web/shell/control/clipboard.ts'
import type { ProgressExplained } from '../../study/contract.ts'
import { useExplained } from '../../study/web/explained.ts'
import './Answer.css'
import { useStudyRecordWords } from './words.ts'

/** Explanation of a class's percent, in one sentence that can be copied for a caller. */
export function Answer({ className, explained }: { className: string; explained: ProgressExplained }) {
  const say = useStudyRecordWords()
  const explain = useExplained()
  const reason = explain(explained)
  return (
    <p className="answer">
      {reason}{' '}
      <Button
        type="link"
        size="small"
        aria-label={say('copyAnswerOf', { name: className })}
        onClick={() => void copyText(say('answer', { name: className, reason }), say('copied'))}
      >
        {say('copyAnswer')}
      </Button>
    </p>
  )
}
