import type { Feature } from '../../server/feature.ts'
import { eraseFace } from './server/actions.ts'
import { faceHandlers } from './server/calls.ts'
import { expireFaces } from './server/jobs.ts'

/** Comparison of the learner's face with the portrait, on this machine. */
export const faceFeature: Feature = {
  group: 'platform',
  tables: {
    face_pictures: { copy: 'Pictures', after: 'gone' },
    faces: { copy: 'Profile', after: 'that consent ended; the template is gone' },
    used_faces: { shared: 'of files that were compared, without whose they are' },
  },
  erase: eraseFace,
  handlers: [faceHandlers],
  jobs: [expireFaces],
  audit: {
    actions: {
      'face.check': ['人脸比对', 'Compared a face with the photo on file'],
      'face.consent': ['同意人脸识别', 'Consented to face recognition'],
      'face.expire': ['人脸信息到期删除', 'Deleted expired face data'],
      'face.withdraw': ['撤回人脸识别同意', 'Withdrew the consent to face recognition'],
    },
  },
}
