import Button from 'antd/es/button'
import Result from 'antd/es/result'
import Space from 'antd/es/space'
import { useNavigate } from 'react-router'
import type { CallRefused } from '../../../web/client.ts'
import { useDetailWords } from './detailWords.ts'

/** Instead of a record that was not chosen, is absent or did not load: what happened, and the ways on. */
export function Failed({
  error,
  absent = error?.respCode === 404,
  onRetry,
}: {
  error?: CallRefused | null
  /** Nothing of that name is there for the reader. */
  absent?: boolean
  onRetry?: () => void
}) {
  const say = useDetailWords()
  const navigate = useNavigate()
  return (
    <Result
      status={absent ? '404' : error ? 'error' : 'info'}
      title={say(absent ? 'absent' : error ? 'failed' : 'none')}
      subTitle={absent ? undefined : error?.message}
      extra={
        <Space>
          {onRetry && !absent && <Button onClick={onRetry}>{say('retry')}</Button>}
          <Button type="primary" onClick={() => void navigate('/train-manage/study-report')}>
            {say('back')}
          </Button>
        </Space>
      }
    />
  )
}
