import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import * as v from 'valibot';
import { fieldOf } from '../../api/failure.ts';
import { userSchema } from '../../api/shapes.ts';
import { currentSession, replaceUser } from '../../session/session.ts';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useDraftKeeper } from '../../ui/use-draft-keeper.ts';
import { failureOfSave, usePictureUpload } from '../../ui/use-picture-upload.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import {
  checkProfile,
  PROFILE_DRAFT,
  type ProfileValues,
  profileInputOf,
  profileValuesOf,
  readProfileDraft,
  sameProfile,
} from './account-values.ts';
import type { ProfileSectionFragment } from './profile-section.generated.ts';
import { UpdateProfileDocument } from './use-profile.generated.ts';

const FIELD_OF: Readonly<Record<string, 'username' | 'email' | 'phone'>> = {
  USERNAME_INVALID: 'username',
  USERNAME_TAKEN: 'username',
  EMAIL_INVALID: 'email',
  EMAIL_TAKEN: 'email',
  PHONE_INVALID: 'phone',
};

/** The profile form and its save: uploads the picture first, then saves everything. */
export function useProfile(user: ProfileSectionFragment) {
  const client = useApolloClient();
  const [baseline, setBaseline] = useState(() => profileValuesOf(user));
  const [restored, setRestored] = useState(readProfileDraft);
  const checked = useCheckedForm<ProfileValues>(restored ?? baseline, checkProfile);
  const { form, values, setFailure } = checked;
  const { store, progress } = usePictureUpload('/api/user/upload-avatar');
  const [former, setFormer] = useState(user.avatar ?? '');
  const [saved, setSaved] = useState(false);

  const dirty = !sameProfile(values, baseline);
  useDraftKeeper(PROFILE_DRAFT, dirty, values);

  const refuse = (error: unknown) => setFailure(failureOfSave(error, 'account.updateFailed'), fieldOf(error, FIELD_OF));

  const { run, busy } = useSingleFlight(async (sent: ProfileValues) => {
    setSaved(false);
    try {
      const path = await store(sent.picture);
      // A retry does not upload the picture again; keep a picture that was chosen meanwhile.
      if (form.getValues().picture.file === sent.picture.file) {
        form.setValue('picture', { path, file: undefined });
      }
      const { data } = await client.mutate({
        mutation: UpdateProfileDocument,
        variables: { input: profileInputOf(sent, path, former) },
      });
      if (data === undefined) throw new Error('answered without a user');
      const { updateProfile } = data;
      setFormer(updateProfile.avatar ?? '');
      // A new address is not the account's until it is confirmed.
      const email = updateProfile.email ?? sent.email;
      if (form.getValues().email === sent.email) form.setValue('email', email);
      setBaseline({ ...sent, email, picture: { path: updateProfile.avatar ?? '', file: undefined } });
      setRestored(undefined);
      setSaved(true);
      // The header shows the session's user.
      if (currentSession()?.user.id === updateProfile.id) replaceUser(v.parse(userSchema, updateProfile));
    } catch (error) {
      refuse(error);
    }
  });

  return {
    ...checked,
    progress,
    busy,
    saved,
    dirty,
    restored: restored !== undefined && dirty,
    discardDraft: () => {
      form.reset(baseline);
      setRestored(undefined);
    },
    save: checked.submit(run),
  };
}
