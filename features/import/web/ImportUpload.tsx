import CloudUploadOutlined from '@ant-design/icons/es/icons/CloudUploadOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Alert from 'antd/es/alert'
import Progress from 'antd/es/progress'
import Dragger from 'antd/es/upload/Dragger'
import { useEffect, useState } from 'react'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { download, useCall } from '../../../web/client.ts'
import { useBilingual } from '../../../web/words.ts'
import { importCalls } from '../contract.ts'
import { setCurrentImport } from './currentImport.ts'
import './Import.css'
import { forgetRefusal, uploadSheet, useSheetUpload } from './sheetUploads.ts'
import { useImportWords } from './words.ts'

const mostBytes = 50 * 1024 * 1024

/**
 * Parameters of an import; null while they are not chosen, with the text to show then. Where the person has not chosen
 * them, `confirm` says what they are: nothing is sent before a press of the button.
 */
export type ImportParams =
  | { value: Record<string, string>; confirm?: string }
  | { value: null; missing: string }

/** The beginning of an import: the template, and the filled-in file on its way. */
export function ImportUpload({
  kind,
  params,
  taker,
  templateOf: of,
  children,
}: {
  kind: string
  params: ImportParams
  /** Takes the file in place of this. */
  taker?: React.ReactNode
  templateOf?: string
  /** Chooses the parameters. */
  children?: React.ReactNode
}) {
  const say = useImportWords()
  const either = useBilingual()
  const template = useCall(importCalls.getTemplate, { kind, ...(of ? { of } : {}) })
  const forms = template.data?.forms
  const own = useCall(importCalls.findList, {})
  const sent = useSheetUpload(kind)
  const sending = sent && 'stop' in sent ? sent : null
  const [mistake, setMistake] = useState<string | null>(null)
  const problem = mistake ?? (sent && 'refusal' in sent ? (sent.refusal ?? say('broken')) : null)
  const [chosen, setChosen] = useState<File | null>(null)
  const open = own.data?.find(
    (one) => one.kind === kind && ['checking', 'checked', 'applying'].includes(one.status),
  )

  const { value } = params
  useEffect(() => {
    if (value) setMistake(null)
  }, [value])

  function begin(file: File) {
    const { name } = file
    setMistake(null)
    setChosen(null)
    if (!(forms ? /\.(xlsx|csv)$/i : /\.xlsx$/i).test(name))
      return setMistake(say(forms ? 'wrongForm' : 'wrongType', { name }))
    if (file.size > mostBytes) return setMistake(say('tooLarge', { name }))
    if (params.value === null) {
      setChosen(file)
      return setMistake(params.missing)
    }
    if (params.confirm) return setChosen(file)
    upload(file, params.value)
  }

  function upload(file: File, chosenParams: Record<string, string>) {
    setChosen(null)
    forgetRefusal(kind)
    void uploadSheet(kind, chosenParams, file)
  }

  return (
    <>
      {open && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 16 }}
          title={say('last')}
          description={say('lastHint', {
            name: open.fileName,
            state: say(
              ({ checking: 'stateChecking', applying: 'stateApplying' } as const)[
                open.status as 'checking' | 'applying'
              ] ?? 'stateChecked',
            ),
          })}
          action={
            <Button size="small" onClick={() => setCurrentImport(kind, open.importId)}>
              {say('view')}
            </Button>
          }
        />
      )}
      {children}
      {forms ? (
        <p className="import-hint">{say('forms', { forms: either(forms.zh, forms.en) })}</p>
      ) : (
        <>
          <Button
            icon={<DownloadOutlined />}
            onClick={() =>
              void download(importCalls.downloadTemplate, { kind, ...(of ? { of } : {}) }).catch(() => {})
            }
          >
            {say('template')}
          </Button>
          <p className="import-hint">{say('templateHint')}</p>
        </>
      )}
      {template.data && (
        <details className="import-columns">
          <summary>{say(forms ? 'formColumns' : 'columns', { count: template.data.columns.length })}</summary>
          <ul>
            {template.data.columns.map(({ key, zh, en, note, required }) => (
              <li key={key}>
                {either(zh, en)} {required && <Tag color="red">{say('required')}</Tag>}
                <span className="import-hint">{either(note.zh, note.en)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 12 }} role="alert" />}
      {sending ? (
        <div>
          <p aria-live="polite">{say('sending', { name: sending.name })}</p>
          <Progress percent={Math.floor(sending.share * 100)} status="active" aria-label={sending.name} />
          <Button onClick={sending.stop}>{say('stop')}</Button>
        </div>
      ) : (
        <>
          {chosen && (
            <p className="import-foot">
              <span>
                {say('chosen', { name: chosen.name })}
                {value && params.confirm && <strong className="import-confirm">{params.confirm}</strong>}
              </span>
              <Button type="primary" disabled={value === null} onClick={() => value && upload(chosen, value)}>
                {say('checkChosen')}
              </Button>
            </p>
          )}
          {taker ?? (
            <Dragger
              height={200}
              accept={forms ? '.xlsx,.csv' : '.xlsx'}
              showUploadList={false}
              beforeUpload={(file) => {
                begin(file)
                return false
              }}
            >
              <p className="ant-upload-drag-icon">
                <CloudUploadOutlined />
              </p>
              <p className="ant-upload-text">{say(forms ? 'dropForm' : 'drop')}</p>
              <p className="ant-upload-hint">{say(forms ? 'dropFormHint' : 'dropHint')}</p>
            </Dragger>
          )}
        </>
      )}
    </>
  )
}
