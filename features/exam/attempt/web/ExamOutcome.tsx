import { Suspense, useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { dateTime, hours } from '../../../../web/format.ts'
import { ButtonLink } from '../../../../web/kit/Button.tsx'
import { Chips } from '../../../../web/kit/Chips.tsx'
import { Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { Ring } from '../../../../web/kit/Ring.tsx'
import { lazyPart } from '../../../../web/lazyPart.tsx'
import '../../../question/answer/web/Answer.css'
import { studyPath } from '../../../enrolment/rules.ts'
import { hoursCalls } from '../../../hours/contract.ts'
import { attemptCalls, type ExamResult } from '../contract.ts'
import './ExamEntry.css'
import { ReviewedItem } from './ReviewedItem.tsx'
import { examPath } from './examLine.ts'
import { useAttemptWords } from './words.ts'

// An exam begins without it, and few attempts end with it.
const NewCertificate = lazyPart(() =>
  import('../../../certificate/web/CertificatePicture.tsx').then((part) => ({
    default: part.NewCertificate,
  })),
)

/** After an attempt: the score, what it means, the next step, and the questions once they may be shown. */
export function ExamOutcome({ attemptId, lost }: { attemptId: string; lost: readonly number[] }) {
  const [isMoving, setMoving] = useState(true)
  const query = useCall(
    attemptCalls.getExamResult,
    { attemptId },
    { staleTime: 0, refetchInterval: isMoving ? 2000 : false },
  )
  const status = query.data?.status
  const moving = status === undefined || status === 'in_progress' || status === 'submitted'
  if (moving !== isMoving) setMoving(moving)
  return (
    <main id="main" className="k-wrap answer-result k-stack k-gap-4">
      <Loaded query={query} skeleton={<Skeleton lines={6} height={28} />}>
        {(result) => (
          <>
            <Outcome result={result} lost={lost} />
            <Review result={result} />
          </>
        )}
      </Loaded>
    </main>
  )
}

function Outcome({ result, lost }: { result: ExamResult; lost: readonly number[] }) {
  const say = useAttemptWords()
  const { score, total, passScore, passed, status } = result
  const scored = status === 'scored' && score !== null
  const title = scored
    ? passed
      ? say('resultPassed', { score })
      : say('resultFailed', { score, short: passScore - score })
    : say(status === 'voided' ? 'resultVoided' : status === 'marking' ? 'resultMarking' : 'resultWaiting')
  const how =
    result.submitReason === 'deadline'
      ? say('byDeadline')
      : result.submitReason === 'left'
        ? say('byLeft')
        : result.submittedAt && say('submittedAt', { time: dateTime(result.submittedAt) })
  return (
    <section className="k-card padded exam-outcome k-grid k-gap-5">
      {scored && (
        <Ring
          size={132}
          width={12}
          label={say('scoreRing', { score, total })}
          parts={[{ value: total === 0 ? 0 : score / total, color: passed ? 'var(--good)' : 'var(--bad)' }]}
        >
          <b className="exam-score">{score}</b>
          <span className="k-muted k-small">{say('scoreOf', { total })}</span>
        </Ring>
      )}
      <div className="text k-stack k-gap-2" role="status">
        <p className="k-muted">
          {result.className} · {result.name} · {say('attemptNumber', { number: result.number })}
        </p>
        <h1>{title}</h1>
        <p className="k-muted">
          {say('answered', { answered: result.answered, questions: result.questions })}
          {how && ` · ${how}`}
        </p>
        {lost.length > 0 && (
          <p className="k-bad">{say('lost', { count: lost.length, list: lost.join(say('comma')) })}</p>
        )}
        <NextStep result={result} />
      </div>
    </section>
  )
}

function NextStep({ result }: { result: ExamResult }) {
  const say = useAttemptWords()
  const { state, status, examId, enrolmentId, classId, attemptsLeft } = result
  const isFailed = status === 'scored' && !result.passed && state !== 'passed'
  // With one attempt left, practice comes before it.
  const isLast = isFailed && attemptsLeft === 1
  const again = (
    <ButtonLink key="again" kind={isLast ? 'plain' : 'main'} to={examPath(examId)}>
      {say('again')}
    </ButtonLink>
  )
  const practise = isFailed && (
    <ButtonLink key="practise" kind={isLast ? 'main' : 'plain'} to={`/detail-question?classId=${classId}`}>
      {say('practise')}
    </ButtonLink>
  )
  const hint =
    status === 'marking'
      ? say('resultMarkingHint')
      : status === 'voided'
        ? say('resultVoidedHint')
        : state === 'passed'
          ? result.credit
            ? null
            : say('passedNext')
          : state === 'open'
            ? say('againLeft', { left: attemptsLeft })
            : state === 'used_up'
              ? say('usedUp')
              : null
  return (
    <>
      {hint && <p>{hint}</p>}
      {result.credit && <CreditLine credit={result.credit} />}
      {result.credit?.certified && (
        <Suspense fallback={<Skeleton />}>
          <NewCertificate enrolmentId={enrolmentId} />
        </Suspense>
      )}
      <div className="k-cluster k-gap-3">
        {state === 'passed' && !result.credit && (
          <ButtonLink kind="main" to={studyPath(enrolmentId)}>
            {say('continueStudying')}
          </ButtonLink>
        )}
        {state === 'in_progress' && (
          <ButtonLink kind="main" to={examPath(examId)}>
            {say('goOn')}
          </ButtonLink>
        )}
        {state === 'open' && (isLast ? [practise, again] : [again, practise])}
        {isFailed && <ButtonLink to={studyPath(enrolmentId)}>{say('watchAgain')}</ButtonLink>}
        <ButtonLink to="/classCenter">{say('toClasses')}</ButtonLink>
      </div>
    </>
  )
}

/** Hours that the passed class brought to its year, and those that the year still needs. */
function CreditLine({ credit }: { credit: NonNullable<ExamResult['credit']> }) {
  const say = useAttemptWords()
  const { year, hoursTenths, heldTenths, certified } = credit
  const { data: passport } = useCall(hoursCalls.getMyClassHour, { year }, { staleTime: 0 })
  const word = heldTenths === 0 ? 'credited' : hoursTenths === 0 ? 'creditedBefore' : 'creditedPartly'
  return (
    <>
      <p>{say(word, { year, hours: hours(hoursTenths) })}</p>
      {passport && passport.requiredTenths > 0 && (
        <p>
          {passport.missingTenths > 0
            ? say('yearMissing', { year, hours: hours(passport.missingTenths) })
            : say('yearDone', { year })}
        </p>
      )}
      {certified && <p>{say('certified')}</p>}
    </>
  )
}

function Review({ result }: { result: ExamResult }) {
  const say = useAttemptWords()
  const [shown, setShown] = useState<'all' | 'wrong'>('all')
  const { review } = result
  if (!review) {
    if (result.status !== 'scored') return null
    const why = { never: 'reviewNever', after_pass: 'reviewPass', after_close: 'reviewClose' } as const
    return <p className="k-muted">{say(why[result.showAnswers])}</p>
  }
  const items = review.items.filter((item) => shown === 'all' || item.mark !== item.score)
  return (
    <section className="k-card padded exam-review">
      <header className="k-cluster k-gap-3 k-split">
        <h2>{say('review')}</h2>
        <Chips
          label=""
          value={shown}
          options={[
            { value: 'all', label: say('all') },
            { value: 'wrong', label: say('reviewWrong') },
          ]}
          onChange={setShown}
        />
      </header>
      {items.length === 0 && <p className="k-muted">{say('noWrong')}</p>}
      {items.map((item, i) => (
        <ReviewedItem
          key={item.no}
          item={item}
          enrolmentId={result.enrolmentId}
          material={
            item.material !== null && items[i - 1]?.material !== item.material
              ? review.materials[item.material]
              : undefined
          }
        />
      ))}
    </section>
  )
}
