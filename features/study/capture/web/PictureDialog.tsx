import Modal from 'antd/es/modal'
import { useCall } from '../../../../web/client.ts'
import { Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { captureCalls } from '../contract.ts'
import { useCaptureWords } from './words.ts'

/** The picture of a check; each look is recorded. */
export default function PictureDialog({ captureId, onClose }: { captureId: string; onClose: () => void }) {
  const say = useCaptureWords()
  const query = useCall(captureCalls.getCapturePicture, { captureId }, { staleTime: 0 })
  return (
    <Modal open title={say('picture')} footer={null} onCancel={onClose}>
      <Loaded query={query} skeleton={<Skeleton lines={6} />}>
        {({ picture }) => <img src={picture} alt={say('picture')} style={{ maxWidth: '100%' }} />}
      </Loaded>
    </Modal>
  )
}
