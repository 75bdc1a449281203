import Button from 'antd/es/button'
import Result from 'antd/es/result'
import Space from 'antd/es/space'
import { useNavigate } from 'react-router'
import type { CallRefused } from '../../../../web/client.ts'
import { useDetailWords } from './detailWords.ts'

/** Instead of a record that was not chosen, is absent or did not load: what happened, and the ways on. */
export function Failed({ error, onRetry }: { error?: CallRefused | null; onRetry?: () => void }) {
  const say = useDetailWords()
  const navigate = useNavigate()
  return (
    <Result
      status={error ? (error.respCode === 404 ? '404' : 'error') : 'info'}
      title={say(error ? 'failed' : 'none')}
      subTitle={error?.message}
      extra={
        <Space>
          {onRetry && <Button onClick={onRetry}>{say('retry')}</Button>}
          <Button type="primary" onClick={() => void navigate('/train-manage/study-report')}>
            {say('back')}
          </Button>
        </Space>
      }
    />
  )
}
