import { Button } from '../../kit/Button.tsx'
import { firstFocus } from '../../kit/firstFocus.ts'
import { Sheet } from '../../kit/Sheet.tsx'
import { useQuestion } from '../view/confirm.ts'

/** The question that is open, if one is; leaving it means no. */
export function QuestionDialog() {
  const question = useQuestion()
  if (!question) return null
  const { title, text, yes, no, danger, answer } = question
  return (
    <Sheet open onClose={() => answer(false)} title={title}>
      <p ref={firstFocus} tabIndex={-1} className="shell-text">
        {text ?? title}
      </p>
      <div className="shell-row k-sheet-foot">
        <Button onClick={() => answer(false)}>{no}</Button>
        <Button kind={danger ? 'danger' : 'main'} onClick={() => answer(true)}>
          {yes}
        </Button>
      </div>
    </Sheet>
  )
}
