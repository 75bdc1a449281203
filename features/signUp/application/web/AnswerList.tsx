import { download } from '../../../../web/client.ts'
import { dateTime, fileSize } from '../../../../web/format.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import type { FormField } from '../../contract.ts'
import { type Answer, type AnswerFile, applicationCalls, type Seat } from '../contract.ts'
import './AnswerList.css'
import { useApplicationWords } from './words.ts'

/** Answers of an application by the fields of its form, with its files. */
export function AnswerList({
  fields,
  answers,
  files,
}: {
  fields: readonly FormField[]
  answers: readonly Answer[]
  files: readonly AnswerFile[]
}) {
  return (
    <dl className="k-facts signup-answers">
      {fields.map((field) => (
        <Line
          key={field.key}
          field={field}
          answer={answers.find(({ key }) => key === field.key)}
          file={files.find(({ key }) => key === field.key)}
        />
      ))}
    </dl>
  )
}

function Line({
  field,
  answer,
  file,
}: {
  field: FormField
  answer: Answer | undefined
  file: AnswerFile | undefined
}) {
  const say = useApplicationWords()
  const said = {
    text: answer?.text,
    choice: answer?.choices?.join(say('comma')),
    date: answer?.date,
    number: answer?.number === undefined ? '' : String(answer.number),
    file: '',
    agreement: answer?.agreed ? say('agreedTo') : '',
  }[field.kind]
  return (
    <>
      <dt>{field.label}</dt>
      <dd className="k-prose">
        {file ? (
          <span className="k-cluster">
            {file.name} <span className="k-muted k-small">{fileSize(file.bytes)}</span>
            <Button
              kind="quiet"
              onClick={() => void download(applicationCalls.getFile, { id: file.id }).catch(() => {})}
            >
              {say('download')}
              <span className="k-hidden"> {field.label}</span>
            </Button>
          </span>
        ) : (
          said || <span className="k-muted">{say('noAnswer')}</span>
        )}
      </dd>
    </>
  )
}

/** Sessions of an exam with room and seat, as far as they are assigned. */
export function SeatList({ seats }: { seats: readonly Seat[] }) {
  const say = useApplicationWords()
  return (
    <dl className="k-facts">
      {seats.map(({ subjectName, startsAt, room, seatNo }) => (
        <SeatLine
          key={`${subjectName} ${startsAt}`}
          name={subjectName}
          time={dateTime(startsAt)}
          place={room === null || seatNo === null ? say('seatLater') : say('seatAt', { room, seat: seatNo })}
        />
      ))}
    </dl>
  )
}

function SeatLine({ name, time, place }: { name: string; time: string; place: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {time}
        <div>{place}</div>
      </dd>
    </>
  )
}
