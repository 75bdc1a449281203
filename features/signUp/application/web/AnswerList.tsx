import { download } from '../../../../web/client.ts'
import { dateTime, fileSize } from '../../../../web/format.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import type { FormField } from '../../contract.ts'
import { AnswerFact } from '../../web/AnswerFact.tsx'
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
      {fields.map((field) => {
        const file = files.find(({ key }) => key === field.key)
        return (
          <AnswerFact
            key={field.key}
            field={field}
            said={answers.find(({ key }) => key === field.key) ?? {}}
            file={file && <FileLink file={file} label={field.label} />}
          />
        )
      })}
    </dl>
  )
}

function FileLink({ file, label }: { file: AnswerFile; label: string }) {
  const say = useApplicationWords()
  return (
    <span className="k-cluster">
      {file.name} <span className="k-muted k-small">{fileSize(file.bytes)}</span>
      <Button
        kind="quiet"
        onClick={() => void download(applicationCalls.getFile, { id: file.id }).catch(() => {})}
      >
        {say('download')}
        <span className="k-hidden"> {label}</span>
      </Button>
    </span>
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
