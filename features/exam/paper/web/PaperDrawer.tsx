import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Radio from 'antd/es/radio'
import Switch from 'antd/es/switch'
import { useDeferredValue } from 'react'
import { send, useAction, useCall } from '../../../../web/client.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { FormDrawer } from '../../../../web/shell/form/FormDrawer.tsx'
import { type Paper, paperCalls, type PaperMode, paperModes } from '../contract.ts'
import { useBanks } from './BankSelect.tsx'
import { PaperSection } from './PaperSection.tsx'
import {
  freshSection,
  inputOfPaper,
  isCheckable,
  type PaperValues,
  sectionsOf,
  valuesOfPaper,
  sumsOf,
} from './paperValues.ts'
import { usePaperWords } from './words.ts'

/** The points and shortages of the sections, queried from the server while editing. */
function useSections(form: ReturnType<typeof Form.useForm<PaperValues>>[0]) {
  const mode = (Form.useWatch('mode', form) ?? 'fixed') as PaperMode
  const given = (Form.useWatch('sections', form) ?? []) as PaperValues['sections']
  const sections = useDeferredValue(sectionsOf(mode, given.filter(Boolean)))
  const checkable = isCheckable(sections)
  const check = useCall(paperCalls.checkPaper, { sections }, { enabled: checkable, keep: true })
  const shortages = checkable ? (check.data?.shortages ?? []) : []
  return { mode, shortages, ...sumsOf(sections) }
}

/** Writes a paper, new or known; its sections are checked against the banks while they are written. */
export function PaperDrawer({
  paper,
  name,
  onClose,
  onSaved,
}: {
  paper: Paper | null
  /** Initial name of a new paper. */
  name: string
  onClose: () => void
  onSaved: (paperId: string) => void
}) {
  const say = usePaperWords()
  const [form] = Form.useForm<PaperValues>()
  const save = useAction(paperCalls.savePaper, { quiet: true })
  const { mode, shortages, questions, total } = useSections(form)
  const banks = useBanks()
  const onlyBank = banks.data?.total === 1 ? (banks.data.list[0]?.bankId ?? null) : null

  async function load() {
    const { list } = await send(paperCalls.queryPaperList, { paperId: paper!.paperId })
    const found = list[0] ?? paper!
    return { revision: found.revision, values: valuesOfPaper(found, name) }
  }

  return (
    <FormDrawer
      name="paper"
      form={form}
      size="wide"
      title={say(paper ? 'edit' : 'create')}
      submit={say('save')}
      query={!paper && banks}
      values={valuesOfPaper(paper, name, onlyBank)}
      revised={paper && { revision: paper.revision, load }}
      onSave={(values, revision) =>
        save.mutateAsync(inputOfPaper(values, paper && { paperId: paper.paperId, revision: revision! }))
      }
      success={say('saved')}
      onSaved={({ paperId }) => onSaved(paperId)}
      onClose={onClose}
    >
      {paper && <Alert type="info" title={say('inUse')} style={{ marginBottom: 16 }} />}
      <Form.Item
        name="name"
        label={say('name')}
        rules={[{ required: true, whitespace: true, message: say('mustFill') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="mode" label={say('mode')} extra={say(`${mode}Hint`)}>
        <Radio.Group
          optionType="button"
          options={paperModes.map((value) => ({ value, label: say(value) }))}
        />
      </Form.Item>
      <Form.List
        name="sections"
        rules={[
          {
            validator: async (_, given: unknown[]) => {
              if (given.length === 0) throw new Error(say('oneSection'))
            },
          },
        ]}
      >
        {(fields, { add, remove, move }) => (
          <>
            {fields.map(({ key, name: place }) => (
              <PaperSection
                key={key}
                place={place}
                mode={mode}
                shortage={shortages.find((shortage) => shortage.section === place)}
                onRemove={fields.length > 1 ? () => remove(place) : undefined}
                onUp={place > 0 ? () => move(place, place - 1) : undefined}
              />
            ))}
            <Button block type="dashed" onClick={() => add(freshSection(onlyBank))}>
              {say('addSection')}
            </Button>
          </>
        )}
      </Form.List>
      <p className="paper-sum">
        <strong>{say('total', { total, questions })}</strong>
      </p>
      <div className="paper-row k-cluster">
        <Form.Item
          name="passScore"
          label={say('passScore')}
          dependencies={['sections', 'mode']}
          rules={[
            { required: true, message: say('mustFill') },
            {
              validator: async (_, value: number) => {
                if (questions > 0 && value > total) throw new Error(say('passAbove', { total }))
              },
            },
          ]}
        >
          <InputNumber min={0} max={1000} step={0.5} />
        </Form.Item>
        <Form.Item
          name="minutes"
          label={say('minutes')}
          rules={[{ required: true, message: say('mustFill') }]}
        >
          <InputNumber min={1} max={600} precision={0} />
        </Form.Item>
        <Form.Item name="shuffleQuestions" label={say('shuffleQuestions')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="shuffleOptions" label={say('shuffleOptions')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
    </FormDrawer>
  )
}
