import { useMemo } from 'react'
import { lazyPart } from '../../../../web/lazyPart.tsx'
import { useViewNavigate } from '../../../../web/shell/view/useViewNavigate.ts'
import { ImportWizard } from '../../../import/web/ImportWizard.tsx'
import { useResourceWords } from '../../web/words.ts'

// It is drawn within the drawer of the import, which has antd.
const ListedVideos = lazyPart(() => import('./ListedVideos.tsx'))

const paramsOf = (folder: string | null): Record<string, string> => (folder ? { categoryId: folder } : {})

/** Adds videos by a list that names their files: the sheet goes through the import, the files beside it. */
export function VideoListImport({ folder }: { folder: string | null }) {
  const say = useResourceWords()
  const navigate = useViewNavigate()
  const params = useMemo(() => ({ value: paramsOf(folder) }), [folder])
  return (
    <ImportWizard
      kind="videoList"
      name={say('list')}
      params={params}
      viewLabel={say('viewVideos')}
      onView={() => navigate('/resource-manage/video')}
      Beside={ListedVideos}
    />
  )
}
