import type { OutputOf } from '../../../../contract/call.ts'
import { useCall } from '../../../../web/client.ts'
import { ButtonLink } from '../../../../web/kit/Button.tsx'
import { Coming, Empty, isComing, Loaded } from '../../../../web/kit/Loaded.tsx'
import { exerciseCalls } from '../../../question/exercise/contract.ts'
import { attemptCalls, type MyExam } from '../contract.ts'
import './ExamEntry.css'
import { usePeriod } from './period.ts'
import { examPath, grouped, percent, stateTag } from './examLine.ts'
import { useAttemptWords } from './words.ts'

/** The learner's exams: open now, later, done with the best score; and the banks to practise on. */
export function MyExams() {
  const say = useAttemptWords()
  const query = useCall(attemptCalls.findMyClassExam, {})
  const books = useCall(exerciseCalls.findExerciseBook, {})
  const banks = useCall(exerciseCalls.findExerciseBank, {})
  if ([query, books, banks].some(isComing)) return <Coming />
  return (
    <div className="my-exams k-stack k-gap-5">
      <h1 className="k-hidden">{say('mine')}</h1>
      <Loaded
        query={query}
        isEmpty={(exams) => exams.length === 0}
        empty={
          <Empty
            title={say('none')}
            hint={say('noneHint')}
            action={<ButtonLink to="/classSelectCenter">{say('chooseClasses')}</ButtonLink>}
          />
        }
      >
        {(exams) => {
          const { open, later, done } = grouped(exams)
          return (
            <>
              <Group title={say('groupOpen')} exams={open} />
              <Group title={say('groupLater')} exams={later} />
              <Group title={say('groupDone')} exams={done} />
            </>
          )
        }}
      </Loaded>
      <Books books={books.data ?? []} />
      <Banks banks={banks.data ?? []} />
    </div>
  )
}

function Group({ title, exams }: { title: string; exams: readonly MyExam[] }) {
  if (exams.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul className="k-stack k-list">
        {exams.map((exam) => (
          <ExamLine key={exam.enrolmentId + exam.examId} exam={exam} />
        ))}
      </ul>
    </section>
  )
}

function ExamLine({ exam }: { exam: MyExam }) {
  const say = useAttemptWords()
  const period = usePeriod()
  const [word, kind] = stateTag[exam.state]
  const isOpen = exam.state === 'open' || exam.state === 'in_progress'
  const more =
    exam.state === 'study_first'
      ? say('needLine', { needed: percent(exam.requiredProgress), have: percent(exam.progress) })
      : exam.state === 'not_yet'
        ? period.of({ openFrom: exam.openFrom, openTo: null })
        : exam.state === 'open'
          ? [
              say('leftLine', { left: exam.allowed - exam.used }),
              exam.openTo && period.of({ openFrom: null, openTo: exam.openTo }),
            ]
              .filter(Boolean)
              .join(' · ')
          : null
  return (
    <li className="k-card padded">
      <div>
        <h3>
          {exam.name} <span className={`k-tag ${kind}`}>{say(word)}</span>
        </h3>
        <p className="k-muted k-small">
          {exam.className} · {say('line', { minutes: exam.minutes, pass: exam.passScore, total: exam.total })}
        </p>
        <p className="k-small">
          {exam.best !== null && <strong>{say('best', { score: exam.best })}</strong>}
          {exam.best !== null && more && ' · '}
          {more}
        </p>
      </div>
      <ButtonLink kind={isOpen ? 'main' : 'plain'} to={examPath(exam.examId)}>
        {say(
          exam.state === 'in_progress'
            ? 'goOn'
            : exam.state === 'open'
              ? exam.makeUp
                ? 'startMakeUp'
                : 'start'
              : 'view',
        )}
      </ButtonLink>
    </li>
  )
}

/** Classes and banks that were practised on: how far, the book of wrong questions and the favourites of each. */
function Books({ books }: { books: OutputOf<typeof exerciseCalls.findExerciseBook> }) {
  const say = useAttemptWords()
  if (books.length === 0) return null
  return (
    <section>
      <h2>{say('books')}</h2>
      <ul className="k-stack k-list">
        {books.map(({ classId, bankId, name, done, total, right, wrong, favourites }) => {
          const path = `/detail-question?${classId ? `classId=${classId}` : `bankId=${bankId}`}`
          return (
            <li key={classId ?? bankId} className="k-card padded">
              <div>
                <h3>{name}</h3>
                <p className="k-muted k-small">{say('bookLine', { done, total, right })}</p>
              </div>
              <div className="k-cluster k-gap-2">
                {wrong > 0 && (
                  <ButtonLink kind="main" to={`${path}&only=wrong`}>
                    {say('wrongBook', { count: wrong })}
                  </ButtonLink>
                )}
                {favourites > 0 && (
                  <ButtonLink to={`${path}&only=favourite`}>
                    {say('favourites', { count: favourites })}
                  </ButtonLink>
                )}
                <ButtonLink to={path}>{say('practiseOn')}</ButtonLink>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Banks({ banks }: { banks: OutputOf<typeof exerciseCalls.findExerciseBank> }) {
  const say = useAttemptWords()
  if (banks.length === 0) return null
  return (
    <section>
      <h2>{say('banks')}</h2>
      <ul className="k-stack k-list">
        {banks.map((bank) => (
          <li key={bank.bankId} className="k-card padded">
            <div>
              <h3>{bank.name}</h3>
              <p className="k-muted k-small">{say('bankLine', { count: bank.questions })}</p>
            </div>
            <ButtonLink to={`/detail-question?bankId=${bank.bankId}`}>{say('practiseBank')}</ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
