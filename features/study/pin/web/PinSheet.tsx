import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { clock } from '../../../../web/format.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Skeleton } from '../../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { QuestionInput } from '../../../question/answer/web/QuestionInput.tsx'
import { isAnswered } from '../../../question/rules.ts'
import { type OpenPin, pinCalls, type PinVerdict } from '../contract.ts'
import { usePinWords } from './words.ts'

/** The question at which a video waits: answered here, it plays on; after a wrong answer it may go back. */
export function PinSheet({
  leaseToken,
  isSaved,
  onPassed,
  onRewind,
  onClose,
}: {
  leaseToken: string
  /** All that was played is on the server: before, it may not know that the question is reached. */
  isSaved: boolean
  /** Called with the place of the next question, in seconds. */
  onPassed: (pinAt: number | null) => void
  onRewind: (to: number) => void
  onClose: () => void
}) {
  const say = usePinWords()
  const query = useCall(pinCalls.getPinnedQuestion, { leaseToken }, { enabled: isSaved, staleTime: 0 })
  // Once answered it stays, with what came of it: the list of what is open no longer has it.
  const [answered, setAnswered] = useState<OpenPin | null>(null)
  const asked = answered ?? query.data
  return (
    <Sheet open onClose={onClose} title={say('title')}>
      {asked ? (
        <Answering
          key={asked.question.versionId}
          open={asked}
          leaseToken={leaseToken}
          onPassed={onPassed}
          onRewind={onRewind}
          onSend={() => setAnswered(asked)}
        />
      ) : query.isSuccess && !query.isFetching ? (
        <p role="status">{say('tooEarly')}</p>
      ) : query.error ? (
        <p className="k-bad" role="alert">
          {query.error.message}
        </p>
      ) : (
        <div role="status" aria-label={say('sending')}>
          <Skeleton lines={3} />
        </div>
      )}
    </Sheet>
  )
}

function Answering({
  open: { question, tries },
  leaseToken,
  onPassed,
  onRewind,
  onSend,
}: {
  open: OpenPin
  leaseToken: string
  onPassed: (pinAt: number | null) => void
  onRewind: (to: number) => void
  onSend: () => void
}) {
  const say = usePinWords()
  const [given, setGiven] = useState<string[][]>(() => question.parts.map(() => []))
  const [verdict, setVerdict] = useState<PinVerdict | null>(null)
  const answer = useAction(pinCalls.answerPinnedQuestion, { quiet: true, onDone: setVerdict })
  const send = () => {
    setVerdict(null)
    onSend()
    answer.mutate({ leaseToken, versionId: question.versionId, answers: given })
  }
  const count = Math.max(tries, verdict?.tries ?? 0)
  const isWrong = verdict !== null && !verdict.passed
  const back = isWrong ? verdict.rewindTo : null
  return (
    <div className="k-stack k-gap-4">
      <p className="k-muted">
        {say(question.mustPass ? 'mustPass' : 'anyAnswer')} {count > 0 && say('triedTimes', { count })}
      </p>
      {question.material && <p className="k-prose">{question.material}</p>}
      {question.parts.map((part, i) => (
        <div key={i} className="k-stack k-gap-2">
          <p className="ask-stem k-prose">{part.stem}</p>
          <QuestionInput
            part={part}
            name={`${question.versionId}-${i}`}
            label={say('partOf', { number: i + 1 })}
            value={given[i]!}
            disabled={verdict?.passed === true || back !== null}
            onChange={(value) => setGiven(given.map((one, at) => (at === i ? value : one)))}
          />
          {verdict?.keys?.[i]?.analysis && <p className="k-prose">{verdict.keys[i].analysis}</p>}
        </div>
      ))}
      <p role="status" className={isWrong || answer.error ? 'k-bad' : ''}>
        {answer.error
          ? answer.error.message
          : verdict?.passed
            ? say(verdict.right ? 'right' : 'answered')
            : back !== null
              ? say('wrongBack', { at: clock(back) })
              : isWrong
                ? say('wrong')
                : ''}
      </p>
      {verdict?.passed ? (
        <Button kind="main" wide onClick={() => onPassed(verdict.pinAt)}>
          {say('goOn')}
        </Button>
      ) : back !== null ? (
        <Button kind="main" wide onClick={() => onRewind(back)}>
          {say('watchAgain', { at: clock(back) })}
        </Button>
      ) : (
        <Button
          kind="main"
          wide
          busy={answer.isPending}
          disabled={!given.every((one) => isAnswered(one))}
          onClick={send}
        >
          {say(isWrong ? 'tryOnce' : 'submit')}
        </Button>
      )}
    </div>
  )
}
