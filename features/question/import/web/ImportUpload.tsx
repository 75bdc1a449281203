import CloudUploadOutlined from '@ant-design/icons/es/icons/CloudUploadOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Progress from 'antd/es/progress'
import Select from 'antd/es/select'
import Dragger from 'antd/es/upload/Dragger'
import { useEffect, useRef, useState } from 'react'
import { CallRefused, download, useCall } from '../../../../web/client.ts'
import { bankCalls } from '../../bank/contract.ts'
import { importCalls } from '../contract.ts'
import { setCurrentImport } from './currentImport.ts'
import './Import.css'
import { sendSheet } from './sendSheet.ts'
import { useImportWords } from './words.ts'

const mostBytes = 50 * 1024 * 1024

/** The beginning of an import: its bank, the template, and the filled-in file on its way. */
export function ImportUpload({ bankId }: { bankId: string | null }) {
  const say = useImportWords()
  const banks = useCall(bankCalls.query, { limit: 50 })
  const [chosen, setChosen] = useState(bankId)
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const stop = useRef<AbortController>(null)
  const list = banks.data?.list ?? []
  // A project with one bank has nothing to choose.
  const into = chosen ?? (list.length === 1 ? list[0]!.bankId : null)

  useEffect(() => () => stop.current?.abort(), [])

  async function upload(file: File) {
    setProblem(null)
    if (!into) return setProblem(say('chooseFirst'))
    if (file.size > mostBytes) return setProblem(say('tooLarge', { name: file.name }))
    stop.current = new AbortController()
    setSending({ name: file.name, share: 0 })
    try {
      const tell = (share: number) => setSending({ name: file.name, share })
      const { importId } = await sendSheet(into, file, tell, stop.current.signal)
      setCurrentImport({ importId, bankId: into })
    } catch (error) {
      if (error instanceof CallRefused) setProblem(error.message || null)
      else throw error
    } finally {
      setSending(null)
    }
  }

  return (
    <>
      <Form name="import" layout="vertical">
        <Form.Item label={say('into')} htmlFor="import-into" extra={say('intoHint')} required>
          <Select
            id="import-into"
            showSearch={{ optionFilterProp: 'label' }}
            loading={banks.isPending}
            placeholder={say('chooseBank')}
            notFoundContent={say('noBank')}
            value={into}
            disabled={sending !== null}
            options={list.map(({ bankId: value, name }) => ({ value, label: name }))}
            onChange={(value) => {
              setChosen(value)
              setProblem(null)
            }}
          />
        </Form.Item>
      </Form>
      <Button
        icon={<DownloadOutlined />}
        onClick={() => void download(importCalls.downloadTemplate, {}).catch(() => {})}
      >
        {say('template')}
      </Button>
      <p className="import-hint">{say('templateHint')}</p>
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 12 }} />}
      {sending ? (
        <div>
          <p aria-live="polite">{say('sending', { name: sending.name })}</p>
          <Progress percent={Math.floor(sending.share * 100)} status="active" aria-label={sending.name} />
          <Button onClick={() => stop.current?.abort()}>{say('stop')}</Button>
        </div>
      ) : (
        <Dragger
          height={200}
          accept=".xlsx"
          showUploadList={false}
          beforeUpload={(file) => {
            void upload(file)
            return false
          }}
        >
          <p className="ant-upload-drag-icon">
            <CloudUploadOutlined />
          </p>
          <p className="ant-upload-text">{say('drop')}</p>
          <p className="ant-upload-hint">{say('dropHint')}</p>
        </Dragger>
      )}
    </>
  )
}
