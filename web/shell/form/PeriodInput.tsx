import DatePicker from 'antd/es/date-picker'
import type { Dayjs } from 'dayjs'
import './PeriodInput.css'

/** From and to, each to the minute and each free to be left open; fits a phone. */
export function PeriodInput(props: {
  value?: [Dayjs | null, Dayjs | null] | null
  onChange?: (period: [Dayjs | null, Dayjs | null] | null) => void
  id?: string
}) {
  const { id, ...rest } = props
  return (
    <DatePicker.RangePicker
      {...rest}
      {...(id ? { id: { start: id } } : {})}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowEmpty
      classNames={{ popup: { root: 'period-popup' } }}
    />
  )
}
