import { createFakeHost, FakeHost } from '@cairn/host/fake';
import type { PartName, Parts } from '@cairn/host';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { RemotePart } from './remotes/remote-part.tsx';

const PAGES: [path: string, part: PartName][] = [
  ['home', 'workspace/App'],
  ['explore', 'explore/App'],
  ['entity', 'entity/App'],
  ['settings', 'settings/App'],
];

function draw<N extends PartName>(name: N, props: Parts[N]): ReactNode {
  return (
    <RemotePart
      name={name}
      props={props}
      waiting={<p>Loading</p>}
      failed={(problem, retry) => (
        <p role="alert">
          {problem.message} <button onClick={retry}>Retry</button>
        </p>
      )}
    />
  );
}

/** The shell: everything around the remotes. */
export function App(): ReactNode {
  const [host] = useState(() => createFakeHost({ renderPart: draw }));
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <FakeHost host={host}>
        <BrowserRouter>
          <nav>
            {PAGES.map(([path]) => (
              <Link key={path} to={`/acme/${path}`}>
                {path}{' '}
              </Link>
            ))}
          </nav>
          <Routes>
            {PAGES.map(([path, part]) => (
              <Route key={path} path={`/:orgId/${path}/*`} element={draw(part, {} as never)} />
            ))}
          </Routes>
        </BrowserRouter>
      </FakeHost>
    </QueryClientProvider>
  );
}
