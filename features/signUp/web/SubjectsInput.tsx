import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import type { Dayjs } from 'dayjs'
import { Button } from '../../../web/shell/control/Button.tsx'
import { PeriodInput } from '../../../web/shell/form/PeriodInput.tsx'
import { formLimits } from '../rules.ts'
import { usualMarks } from './editorValues.ts'
import { addRow, removeRow } from './rowFocus.ts'
import './SignUpEditor.css'
import { useSignUpWords } from './words.ts'

/** The subjects of an exam, each with its sessions and their rooms in the order in which they are filled. */
export function SubjectsInput() {
  const say = useSignUpWords()
  return (
    <Form.List name="subjects">
      {(subjects, { add, remove }) => (
        <div className="k-stack" data-rows="">
          {subjects.map(({ key, name }) => (
            <div
              key={key}
              data-row=""
              className="signup-field k-box"
              role="group"
              aria-label={say('subjectOf', { at: name + 1 })}
            >
              <div className="k-row">
                <Form.Item
                  className="k-grow"
                  name={[name, 'name']}
                  label={say('subjectName')}
                  rules={[{ required: true, whitespace: true, message: say('mustFill') }]}
                >
                  <Input maxLength={80} autoComplete="off" />
                </Form.Item>
                <Remove label={say('subjectOf', { at: name + 1 })} onRemove={() => remove(name)} />
              </div>
              <Marks subject={name} />
              <Sessions subject={name} />
            </div>
          ))}
          <div data-adds="">
            <Button
              disabled={subjects.length >= formLimits.subjects}
              onClick={(event) => addRow(event, () => add({ name: '', ...usualMarks, sessions: [] }))}
            >
              + {say('addSubject')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  )
}

/** Points of a subject, and of them those that pass. */
function Marks({ subject }: { subject: number }) {
  const say = useSignUpWords()
  const needed = { required: true, message: say('mustFill') }
  return (
    <div className="k-cluster">
      <Form.Item name={[subject, 'fullScore']} label={say('fullScore')} rules={[needed]}>
        <InputNumber min={0.5} max={1000} step={0.5} />
      </Form.Item>
      <Form.Item
        name={[subject, 'passScore']}
        label={say('passMark')}
        dependencies={[['subjects', subject, 'fullScore']]}
        rules={[
          needed,
          ({ getFieldValue }) => ({
            validator: (_, marks: number | null) =>
              marks !== null && marks > getFieldValue(['subjects', subject, 'fullScore'])
                ? Promise.reject(new Error(say('passTooHigh')))
                : Promise.resolve(),
          }),
        ]}
      >
        <InputNumber min={0} max={1000} step={0.5} />
      </Form.Item>
    </div>
  )
}

function Sessions({ subject }: { subject: number }) {
  const say = useSignUpWords()
  const times = useTimeRules()
  return (
    <Form.List name={[subject, 'sessions']}>
      {(sessions, { add, remove }) => (
        <div className="k-stack" data-rows="">
          {sessions.map(({ key, name }) => (
            <div
              key={key}
              data-row=""
              className="signup-session"
              role="group"
              aria-label={say('sessionOf', { at: name + 1 })}
            >
              <div className="k-cluster">
                <Form.Item name={[name, 'period']} label={say('sessionTime')} rules={times}>
                  <PeriodInput />
                </Form.Item>
                <Remove label={say('sessionOf', { at: name + 1 })} onRemove={() => remove(name)} />
              </div>
              <Rooms session={name} />
            </div>
          ))}
          <div data-adds="">
            <Button
              disabled={sessions.length >= formLimits.sessions}
              onClick={(event) =>
                addRow(event, () => add({ period: null, rooms: [{ name: '', seats: 30 }] }))
              }
            >
              + {say('addSession')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  )
}

function Rooms({ session }: { session: number }) {
  const say = useSignUpWords()
  const needed = [{ required: true, message: say('mustFill') }]
  return (
    <Form.List name={[session, 'rooms']}>
      {(rooms, { add, remove }) => (
        <div className="k-stack k-gap-2" data-rows="">
          {rooms.map(({ key, name }) => (
            <div
              key={key}
              data-row=""
              className="k-row"
              role="group"
              aria-label={say('roomOf', { at: name + 1 })}
            >
              <Form.Item
                className="k-grow"
                name={[name, 'name']}
                label={say('roomName')}
                rules={[{ required: true, whitespace: true, message: say('mustFill') }]}
              >
                <Input maxLength={60} autoComplete="off" />
              </Form.Item>
              <Form.Item name={[name, 'seats']} label={say('seats')} rules={needed}>
                <InputNumber min={1} max={formLimits.seatsOfRoom} precision={0} />
              </Form.Item>
              {/* A session without rooms seats nobody. */}
              {rooms.length > 1 && (
                <Remove label={say('roomOf', { at: name + 1 })} onRemove={() => remove(name)} />
              )}
            </div>
          ))}
          <div data-adds="">
            <Button
              size="small"
              disabled={rooms.length >= formLimits.rooms}
              onClick={(event) => addRow(event, () => add({ name: '', seats: 30 }))}
            >
              + {say('addRoom')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  )
}

function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  const say = useSignUpWords()
  return (
    <Button
      type="text"
      size="small"
      danger
      aria-label={say('removeOf', { name: label })}
      onClick={(event) => removeRow(event, onRemove)}
    >
      {say('remove')}
    </Button>
  )
}

/** Gives the rule of a period of which both ends are needed. */
export function useTimeRules() {
  const say = useSignUpWords()
  return [
    {
      validator: (_: unknown, period: [Dayjs | null, Dayjs | null] | null | undefined) =>
        period?.[0] && period[1] ? Promise.resolve() : Promise.reject(new Error(say('mustChooseTime'))),
    },
  ]
}
