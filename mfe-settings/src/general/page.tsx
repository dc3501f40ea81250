import { orgDenial } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import type { ReactNode } from 'react';
import { Setting, SettingsPage } from '../setting.tsx';
import { BOARD_CREATORS, BoardCreators } from './board-creators.tsx';
import { DAY_NAMES } from '../day-names.ts';
import { FirstDay } from './first-day.tsx';
import { OrgName } from './org-name.tsx';
import { WhatTheLimitDoes } from './what-the-limit-does.tsx';
import { FactorDemand, TWO_FACTOR_DEMANDS } from './two-factor-demand.tsx';
import { MeasuresOfPeople, PERSON_MEASURES } from './person-measures.tsx';

/** The settings for everybody in the org; admins change them, others see them. */
export function Page(): ReactNode {
  const host = useHost();
  const { org } = host;
  const mayChange = orgDenial(actorOf(host).role, 'changeOrg') === null;
  return (
    <SettingsPage
      title="General"
      description={
        mayChange
          ? `What holds for everybody in ${org.name}.`
          : `What holds for everybody in ${org.name}. Its admins can change it.`
      }
    >
      <Setting name="Name">{mayChange ? <OrgName key={org.name} /> : org.name}</Setting>
      <Setting
        name="First day of the week"
        hint="Where this week, last week and the weeks of charts begin, unless a query names another day."
      >
        {mayChange ? <FirstDay /> : DAY_NAMES[org.firstDay]}
      </Setting>
      <Setting name="Who may create boards" hint="Everybody but viewers saves queries in any case.">
        {mayChange ? <BoardCreators /> : BOARD_CREATORS[org.boardCreator]}
      </Setting>
      <Setting name="Measures of one person are shown to" hint={<WhatTheLimitDoes />}>
        {mayChange ? <MeasuresOfPeople /> : PERSON_MEASURES[org.personMeasures]}
      </Setting>
      <Setting
        name="Two factors"
        hint="Where members need them, nobody reads anything here by a password alone, and no script of somebody without them does."
      >
        {mayChange ? <FactorDemand /> : TWO_FACTOR_DEMANDS[org.twoFactor ?? 'optional']}
      </Setting>
    </SettingsPage>
  );
}
