import Modal from 'antd/es/modal'
import { Link } from 'react-router'
import { useCall } from '../../../../web/client.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { CopyText } from '../../../../web/shell/control/CopyText.tsx'
import { useCertificateName } from '../../web/certificateName.ts'
import { registerCalls } from '../contract.ts'
import { registerAddress } from './registerAddress.ts'
import { useRegisterWords } from './words.ts'

/** Certificates that are shown with their successors. */
const shown = 50

/** The numbers under which certificates were issued again, each to be copied and with the way to its row. */
export default function ReissuedDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const say = useRegisterWords()
  const nameOf = useCertificateName()
  const query = useCall(registerCalls.find, { ids: ids.slice(0, shown), limit: shown }, { staleTime: 0 })
  return (
    <Modal
      open
      title={say('reissuedTitle', { count: ids.length })}
      onCancel={onClose}
      onOk={onClose}
      okText={say('gotIt')}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      <Loaded query={query}>
        {({ list }) => (
          <ul className="k-list k-stack" role="status">
            {list.map(
              (row) =>
                row.replacedBy && (
                  <li key={row.id}>
                    {[row.realName, nameOf(row)].join(' · ')}
                    <div className="k-cluster">
                      <span className="k-muted">{say('insteadOf', { number: row.number })}</span>
                      <CopyText text={row.replacedBy} name={say('newNumber')} />
                      <Link to={registerAddress(row.replacedBy)} onClick={onClose}>
                        {say('showNew')}
                      </Link>
                    </div>
                  </li>
                ),
            )}
          </ul>
        )}
      </Loaded>
      {ids.length > shown && <p className="k-muted">{say('andMore', { count: ids.length - shown })}</p>}
    </Modal>
  )
}
