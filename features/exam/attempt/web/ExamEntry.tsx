import { CallRefused, useAction } from '../../../../web/client.ts'
import { dateTime, hours } from '../../../../web/format.ts'
import { Button, ButtonLink } from '../../../../web/kit/Button.tsx'
import { studyPath } from '../../../enrolment/rules.ts'
import { useHeldSentence } from '../../../hours/web/held.ts'
import { ServicePhone } from '../../../project/web/ServicePhone.tsx'
import { attemptCalls, type MyExam } from '../contract.ts'
import './ExamEntry.css'
import { usePeriod } from './period.ts'
import { examPath, percent, stateTag } from './examLine.ts'
import { useAttemptWords } from './words.ts'

/** Before an exam: its rules, whether it may be taken, and if not, why and what to do. */
export function ExamEntry({ exam, onStart }: { exam: MyExam; onStart: (attemptId: string) => void }) {
  const say = useAttemptWords()
  const [word, kind] = stateTag[exam.state]
  const left = Math.max(0, exam.allowed - exam.used)
  const period = usePeriod()
  const held = useHeldSentence()(exam)
  const facts = [
    [say('minutes'), say('minutesValue', { minutes: exam.minutes })],
    [say('questions'), say('questionsValue', { questions: exam.questions, total: exam.total })],
    [say('pass'), say('points', { score: exam.passScore })],
    [
      say('chances'),
      exam.makeUp && left > 0
        ? say('makeUpValue', { left })
        : say('chancesValue', { left, allowed: exam.allowed }),
    ],
    [say('period'), period.of(exam)],
  ] as const
  return (
    <main id="main" className="k-wrap exam-entry">
      <section className="k-card padded exam-start k-stack">
        <p className="k-muted">
          {exam.className} · {say('hoursOf', { hours: hours(exam.hoursTenths) })}
        </p>
        <h1>{exam.name}</h1>
        <span className={`k-tag ${kind}`}>{say(word)}</span>
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="k-muted k-small">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {held && <p className="k-small">{held}</p>}
        <ExamStatus exam={exam} onStart={onStart} />
      </section>
      <section className="k-card padded exam-rules">
        <h2>{say('rules')}</h2>
        <ul>
          <li>{say('ruleClock')}</li>
          <li>{say('ruleSave')}</li>
          <li>
            {exam.leaveLimit === null ? say('ruleLeaveFree') : say('ruleLeave', { count: exam.leaveLimit })}
          </li>
          <li>{say('ruleSubmit')}</li>
        </ul>
      </section>
      {exam.attempts.length > 0 && <History exam={exam} />}
    </main>
  )
}

/** States in which only a person can help: the text then comes with the telephone number of the service desk. */
const helpStates: ReadonlySet<MyExam['state']> = new Set(['over', 'used_up', 'not_studying'])

/** The one sentence that counts now, with the button that continues from it. */
function ExamStatus({ exam, onStart }: { exam: MyExam; onStart: (attemptId: string) => void }) {
  const say = useAttemptWords()
  const period = usePeriod()
  const start = useAction(attemptCalls.goClassExam, { quiet: true })
  const { state } = exam
  const practice = `/detail-question?classId=${exam.classId}`

  async function begin() {
    const paper = await start.mutateAsync({ examId: exam.examId }).catch((error: unknown) => {
      if (!(error instanceof CallRefused)) throw error
      return null
    })
    if (paper) onStart(paper.attemptId)
  }
  const sentence = {
    open: () => say('ready'),
    in_progress: () => say('running'),
    passed: () => `${say('passed')}${exam.best === null ? '' : ` · ${say('best', { score: exam.best })}`}`,
    marking: () => say('marking'),
    not_yet: () => say('not_yet', { from: period.start(exam.openFrom!) }),
    over: () => (exam.openTo ? say('over', { to: period.end(exam.openTo) }) : say('overNow')),
    study_first: () =>
      say('study_first', { needed: percent(exam.requiredProgress), have: percent(exam.progress) }),
    used_up: () => say('used_up', { best: exam.best ?? 0, pass: exam.passScore }),
    not_studying: () => say('not_studying'),
    suspended: () => say('suspended'),
  }[state]()
  return (
    <div className="exam-status k-stack">
      <p className={state === 'open' || state === 'passed' ? 'good' : ''}>
        {sentence} {helpStates.has(state) && <ServicePhone />}
      </p>
      {start.isError && (
        <p className="k-bad" role="alert">
          {start.error.message}
        </p>
      )}
      <div className="row k-cluster k-gap-3">
        {(state === 'open' || state === 'in_progress') && (
          <Button kind="main" busy={start.isPending} onClick={() => void begin()}>
            {say(state === 'in_progress' ? 'goOn' : exam.makeUp ? 'startMakeUp' : 'start')}
          </Button>
        )}
        {state === 'study_first' && (
          <ButtonLink kind="main" to={studyPath(exam.enrolmentId)}>
            {say('continueStudying')}
          </ButtonLink>
        )}
        {state === 'passed' && (
          <ButtonLink kind="main" to="/my?tab=certificates">
            {say('certificate')}
          </ButtonLink>
        )}
        {(state === 'open' || state === 'not_yet' || state === 'study_first') && (
          <ButtonLink to={practice}>{say('practise')}</ButtonLink>
        )}
        {(state === 'over' || state === 'used_up' || state === 'not_studying' || state === 'suspended') && (
          <ButtonLink kind="main" to="/classCenter">
            {say('toClasses')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function History({ exam }: { exam: MyExam }) {
  const say = useAttemptWords()
  return (
    <section className="k-card padded exam-history k-full">
      <h2>{say('attempts')}</h2>
      <ul className="k-list">
        {exam.attempts.map((attempt) => (
          <li key={attempt.attemptId}>
            <span>
              <strong>{say('attemptNumber', { number: attempt.number })}</strong>{' '}
              {attempt.makeUp && <span className="k-tag plain">{say('makeUp')}</span>}{' '}
              <span className="k-muted k-small">{dateTime(attempt.startedAt)}</span>
            </span>
            <span className="score">
              {attempt.status === 'scored' && attempt.score !== null ? (
                <>
                  {say('points', { score: attempt.score })}{' '}
                  <span className={`k-tag ${attempt.passed ? 'good' : 'bad'}`}>
                    {say(attempt.passed ? 'wordPassed' : 'wordFailed')}
                  </span>
                </>
              ) : (
                <span className="k-tag warn">
                  {say(
                    attempt.status === 'voided'
                      ? 'wordVoided'
                      : attempt.status === 'in_progress'
                        ? 'tagRunning'
                        : 'tagMarking',
                  )}
                </span>
              )}
            </span>
            {attempt.status !== 'in_progress' && (
              <ButtonLink kind="quiet" to={examPath(exam.examId, attempt.attemptId)}>
                {say('result')}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
